import { Route } from 'react-router-dom';
import { RequireUser } from './guards.tsx';
import * as pages from './pages.ts';

/** Routes of campaigns and of choosing what to publish. */
export const crowdfundingRoutes = (
  <>
    <Route path="crowdfundings" element={<pages.CrowdfundingsPage />} />
    <Route path="crowdfundings/:crowdfundingId" element={<pages.CampaignPage />} />
    <Route path="crowdfundings/:crowdfundingId/coins" element={<pages.CoinTrailPage />} />
    <Route
      path="new-post"
      element={
        <RequireUser>
          <pages.NewPostPage />
        </RequireUser>
      }
    />
    <Route
      path="new-post/lost-pet"
      element={
        <RequireUser>
          <pages.LostPetPage />
        </RequireUser>
      }
    />
    <Route
      path="new-post/crowdfunding"
      element={
        <RequireUser roles={['ADMIN', 'ORG']}>
          <pages.NewCampaignPage />
        </RequireUser>
      }
    />
  </>
);
