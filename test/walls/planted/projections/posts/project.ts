import '../../domain/posts/decide.ts';
import '../../adapters/clock.ts';
import '../../contract/posts.ts';

export const project =
  'projections-see-events, projections-are-below, adapters-are-composed, projections-use-contract-types';
