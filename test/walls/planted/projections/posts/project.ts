import '../../domain/posts/decide.ts';
import '../../adapters/clock.ts';

export const project = 'projections-see-events, projections-are-below, adapters-are-composed';
