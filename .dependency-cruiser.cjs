/** Import rules. `npm run walls` checks them, and that each rule detects a planted violation. */

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'domain-is-alone',
      'The domain imports only the domain.',
      { path: '^domain/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^domain/' },
    ),
    rule(
      'contexts-are-apart',
      'A context of the domain imports only itself, the kernel, the ports and `handle.ts`.',
      { path: '^domain/(?!kernel/|ports/|ledger/|settlement/|effects/)([^/]+)/', pathNot: '\\.test\\.ts$' },
      { path: '^domain/', pathNot: '^domain/(kernel/|ports/|handle\\.ts$|$1/)' },
    ),
    rule(
      'books-see-events',
      'The ledger, the settlement and the effects import events, commands and rules of contexts, but no deciders and no states.',
      { path: '^domain/(ledger|settlement|effects)/', pathNot: '\\.test\\.ts$' },
      {
        path: '^domain/',
        pathNot: '^domain/(kernel/|$1/|catalogue\\.ts$|.*/(events|commands|rules)\\.ts$)',
      },
    ),
    rule(
      'kernel-is-below',
      'The kernel imports only the kernel.',
      { path: '^domain/kernel/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^domain/kernel/' },
    ),
    rule(
      'common-is-below',
      'Helpers for all parts of the server import none of them.',
      { path: '^common/' },
      { path: '^(domain|contract|projections|application|api|workers|adapters|web|scripts|test)/' },
    ),
    rule(
      'projections-see-events',
      'Projections import events, rules and ids of the domain, and ports, but no deciders and no states.',
      { path: '^projections/', pathNot: '\\.test\\.ts$' },
      {
        path: '^domain/',
        pathNot:
          '^domain/(kernel/|ports/|ledger/|settlement/|effects/|catalogue\\.ts$|.*/(events|roles|rules)\\.ts$)',
      },
    ),
    rule(
      'projections-are-below',
      'Projections import neither use cases, the API, workers, adapters nor the web client.',
      { path: '^projections/', pathNot: '\\.test\\.ts$' },
      { path: '^(application|api|workers|adapters|web|scripts|test)/' },
    ),
    rule(
      'projections-use-contract-types',
      'Projections import only types of the contract, so that workers do not load its schemas.',
      { path: '^projections/' },
      { path: '^contract/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'use-cases-are-below',
      'Use cases import the domain and queries, but neither the contract nor their callers.',
      { path: '^application/', pathNot: '\\.test\\.ts$' },
      { path: '^(contract|api|workers|adapters|web|scripts|test)/' },
    ),
    rule(
      'api-reads-by-query',
      'The API and use cases access read models only through their queries.',
      { path: '^(api|application)/' },
      { path: '^projections/', pathNot: '^projections/([^/]+\\.ts$|.+/query\\.ts$)' },
    ),
    rule(
      'api-imports-no-workers',
      'The API imports neither workers nor the web client.',
      { path: '^api/' },
      { path: '^(workers|web|scripts|test)/' },
    ),
    rule(
      'workers-import-no-api',
      'Workers import neither the API nor the web client.',
      { path: '^workers/' },
      { path: '^(api|web|scripts|test)/' },
    ),
    rule(
      'adapters-are-composed',
      'Only `adapters/compose.ts`, main programs and the command line import adapters.',
      {
        path: '^(domain|projections|application|api|workers|web)/',
        pathNot: '(^|/)main\\.ts$|^workers/cli/|\\.test\\.ts$',
      },
      { path: '^adapters/' },
    ),
    rule(
      'adapters-serve-ports',
      'An adapter imports only the domain, `common` and other adapters; `compose.ts` imports more.',
      { path: '^adapters/', pathNot: '^adapters/compose\\.ts$|\\.test\\.ts$' },
      { path: '^(projections|application|api|workers|web|scripts|test)/' },
    ),
    rule(
      'composition-serves-all',
      '`compose.ts` is imported by the API and workers, and imports none of them.',
      { path: '^adapters/compose\\.ts$' },
      { path: '^(api|workers|web|scripts|test)/' },
    ),
    rule(
      'contract-is-light',
      'The contract is part of the web client too, so it imports only rules and texts of the domain.',
      { path: '^contract/' },
      {
        pathNot:
          '^(contract/|domain/[^/]+/(roles|rules)\\.ts$|domain/effects/(kinds|pages|texts/(en|es)|staff-actions)\\.ts$|domain/ledger/coin-trail\\.ts$|domain/kernel/(text|coins|ids|language|picture|problems?|town)\\.ts$|node_modules/zod/)',
      },
    ),
    rule(
      'web-sees-the-contract',
      'The web client imports only the contract from the server.',
      { path: '^web/' },
      {
        path: '^(common|domain|projections|application|api|workers|adapters|scripts|test)/',
        pathNot: '^contract/',
      },
    ),
    rule(
      'web-loads-no-schemas',
      'The web client imports only types, rules, problems and endpoints of the contract, because schemas are large.',
      { path: '^web/src/', pathNot: '(\\.test\\.tsx?$|^web/src/testing/)' },
      {
        path: '^contract/',
        pathNot: '^contract/(rules/|endpoints/|problems\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'endpoints-are-plain',
      'Endpoints are data without schemas.',
      { path: '^contract/endpoints/' },
      { pathNot: '^contract/endpoints/' },
    ),
    rule(
      'features-are-apart',
      'Features of the web client do not import each other.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    rule('no-cycles', 'There are no import cycles.', {}, { circular: true }),
    rule('nothing-missing', 'Every imported file exists.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: require('node:path').join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
