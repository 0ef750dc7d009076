/** Domain rules for the web client, which does not load the contract's schemas. */
export {
  findTrailProblem,
  getHashInput,
  TRAIL_PAGE_SIZE,
  TRAIL_START,
  type TrailEnd,
  type TrailLink,
  trailHeldWrong,
  trailLineMissing,
  trailNotTheLast,
} from '../../domain/ledger/coin-trail.ts';
