import '../projections/posts/project.ts';
import '../workers/projector.ts';

export const routes = 'api-reads-by-query, api-imports-no-workers';
