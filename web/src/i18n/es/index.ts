import { texts as accounts } from './accounts.ts';
import { texts as adoption } from './adoption.ts';
import { texts as app } from './app.ts';
import { texts as audit } from './audit.ts';
import { texts as categories } from './categories.ts';
import { texts as coinTrail } from './coin-trail.ts';
import { texts as conversations } from './conversations.ts';
import { texts as crowdfunding } from './crowdfunding.ts';
import { texts as dashboard } from './dashboard.ts';
import { texts as explore } from './explore.ts';
import { texts as feed } from './feed.ts';
import { texts as giving } from './giving.ts';
import { texts as hiding } from './hiding.ts';
import { texts as legal } from './legal.ts';
import { texts as moderation } from './moderation.ts';
import { texts as newPost } from './new-post.ts';
import { texts as notifications } from './notifications.ts';
import { texts as postActions } from './post-actions.ts';
import { texts as postDetail } from './post-detail.ts';
import { texts as problems } from './problems.ts';
import { texts as profiles } from './profiles.ts';
import { texts as reports } from './reports.ts';
import { texts as security } from './security.ts';
import { texts as shared } from './shared.ts';
import { texts as takeDown } from './take-down.ts';
import { texts as ui } from './ui.ts';
import { texts as wallet } from './wallet.ts';

/** All Spanish texts, by namespace. They are in one file, so that the initial bundle contains only one file name. */
export const texts = {
  accounts,
  adoption,
  app,
  audit,
  categories,
  'coin-trail': coinTrail,
  conversations,
  crowdfunding,
  dashboard,
  explore,
  feed,
  giving,
  hiding,
  legal,
  moderation,
  'new-post': newPost,
  notifications,
  'post-actions': postActions,
  'post-detail': postDetail,
  problems,
  profiles,
  reports,
  security,
  shared,
  'take-down': takeDown,
  ui,
  wallet,
};
