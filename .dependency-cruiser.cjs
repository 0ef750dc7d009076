/** Who may import whom. `npm run walls` also proves, on planted violations, that each of these rules catches something. */

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'domain-is-alone',
      'The domain imports nothing but the domain.',
      { path: '^domain/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^domain/' },
    ),
    rule(
      'contexts-are-apart',
      'A context of the domain knows itself, the kernel, the ports and how commands are handled.',
      { path: '^domain/(?!kernel/|ports/|ledger/|settlement/|effects/)([^/]+)/', pathNot: '\\.test\\.ts$' },
      { path: '^domain/', pathNot: '^domain/(kernel/|ports/|handle\\.ts$|$1/)' },
    ),
    rule(
      'books-see-events',
      'The ledger, the settlement and the effects follow events, commands and rules of contexts; no decisions, no states.',
      { path: '^domain/(ledger|settlement|effects)/', pathNot: '\\.test\\.ts$' },
      {
        path: '^domain/',
        pathNot: '^domain/(kernel/|$1/|catalogue\\.ts$|.*/(events|commands|rules)\\.ts$)',
      },
    ),
    rule(
      'kernel-is-below',
      'The kernel knows nothing above it.',
      { path: '^domain/kernel/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^domain/kernel/' },
    ),
    rule(
      'common-knows-nobody',
      'What every part of the server uses knows none of them.',
      { path: '^common/' },
      { path: '^(domain|contract|projections|application|api|workers|adapters|web|scripts|test)/' },
    ),
    rule(
      'projections-see-events',
      'Projections see events, rules and ids of the domain, and ports; no decisions, no states.',
      { path: '^projections/', pathNot: '\\.test\\.ts$' },
      {
        path: '^domain/',
        pathNot:
          '^domain/(kernel/|ports/|ledger/|settlement/|effects/|catalogue\\.ts$|.*/(events|roles|rules)\\.ts$)',
      },
    ),
    rule(
      'projections-are-below',
      'Projections know neither the API nor workers, adapters or the web client.',
      { path: '^projections/', pathNot: '\\.test\\.ts$' },
      { path: '^(application|api|workers|adapters|web|scripts|test)/' },
    ),
    rule(
      'projections-use-contract-types',
      'Queries return types of the contract. Only types: its schemas are not loaded where read models are written.',
      { path: '^projections/' },
      { path: '^contract/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'use-cases-are-below',
      'Use cases know the domain and queries: neither the contract nor those who call them.',
      { path: '^application/', pathNot: '\\.test\\.ts$' },
      { path: '^(contract|api|workers|adapters|web|scripts|test)/' },
    ),
    rule(
      'api-reads-by-query',
      'The API and use cases reach read models through their queries alone.',
      { path: '^(api|application)/' },
      { path: '^projections/', pathNot: '^projections/([^/]+\\.ts$|.+/query\\.ts$)' },
    ),
    rule(
      'api-knows-no-workers',
      'The API knows neither workers nor the web client.',
      { path: '^api/' },
      { path: '^(workers|web|scripts|test)/' },
    ),
    rule(
      'workers-know-no-api',
      'Workers know neither the API nor the web client.',
      { path: '^workers/' },
      { path: '^(api|web|scripts|test)/' },
    ),
    rule(
      'adapters-are-composed',
      'Adapters are chosen where the system is composed, in main programs and in the command line.',
      {
        path: '^(domain|projections|application|api|workers|web)/',
        pathNot: '(^|/)main\\.ts$|^workers/cli/|\\.test\\.ts$',
      },
      { path: '^adapters/' },
    ),
    rule(
      'adapters-serve-ports',
      'An adapter knows the domain; only the composition knows more.',
      { path: '^adapters/', pathNot: '^adapters/compose\\.ts$|\\.test\\.ts$' },
      { path: '^(projections|application|api|workers|web|scripts|test)/' },
    ),
    rule(
      'composition-serves-all',
      'What is composed is handed to the API, workers and the web client, never the other way round.',
      { path: '^adapters/compose\\.ts$' },
      { path: '^(api|workers|web|scripts|test)/' },
    ),
    rule(
      'contract-is-light',
      'The contract is part of the web client too: rules and texts of the domain at most.',
      { path: '^contract/' },
      {
        pathNot:
          '^(contract/|domain/[^/]+/(roles|rules)\\.ts$|domain/effects/(kinds|pages|texts/(en|es)|staff-actions)\\.ts$|domain/ledger/coin-trail\\.ts$|domain/kernel/(text|coins|ids|language|picture|problems?|town)\\.ts$|node_modules/zod/)',
      },
    ),
    rule(
      'web-sees-the-contract',
      'The web client sees the contract of the API and nothing else of the server.',
      { path: '^web/' },
      {
        path: '^(common|domain|projections|application|api|workers|adapters|scripts|test)/',
        pathNot: '^contract/',
      },
    ),
    rule(
      'web-loads-no-schemas',
      'The web client takes types from the contract; it loads only rules, problems and endpoints, since schemas weigh more.',
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
      'Features of the web client do not know each other.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    rule('no-cycles', 'Nothing imports itself in the end.', {}, { circular: true }),
    rule('nothing-missing', 'What is imported exists.', {}, { couldNotResolve: true }),
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
