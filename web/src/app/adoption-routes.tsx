import { Route } from 'react-router-dom';
import { RequireUser } from './guards.tsx';
import * as pages from './pages.ts';

/** Routes of animals for adoption. */
export const adoptionRoutes = (
  <>
    <Route path="adoptable-animals" element={<pages.AnimalsPage />} />
    <Route
      path="new-post/adopt-animal"
      element={
        <RequireUser>
          <pages.NewAnimalPage />
        </RequireUser>
      }
    />
  </>
);
