/** Domain rules for the web client, which does not load the schemas of the contract. */
export {
  hashedText,
  TRAIL_PAGE_SIZE,
  TRAIL_START,
  type TrailEnd,
  type TrailLink,
  trailFault,
  trailHeldWrong,
  trailLineMissing,
  trailNotTheLast,
} from '../../domain/ledger/coin-trail.ts';
