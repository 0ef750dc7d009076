import * as accounts from '../domain/accounts/rules.ts';
import * as adoption from '../domain/adoption/rules.ts';
import * as conversations from '../domain/conversations/rules.ts';
import * as crowdfunding from '../domain/crowdfunding/rules.ts';
import type { Problem } from '../domain/kernel/problem.ts';
import * as kernel from '../domain/kernel/problems.ts';
import * as coinTrail from '../domain/ledger/coin-trail.ts';
import * as moderation from '../domain/moderation/rules.ts';
import * as pictures from '../domain/pictures/rules.ts';
import * as posts from '../domain/posts/rules.ts';
import * as socialGraph from '../domain/social-graph/rules.ts';
import * as wallet from '../domain/wallet/rules.ts';
import * as api from './problems.ts';

const MODULES = [
  kernel,
  accounts,
  adoption,
  coinTrail,
  conversations,
  crowdfunding,
  moderation,
  pictures,
  posts,
  socialGraph,
  wallet,
  api,
] as const;

type ProblemExport<Module> = Module extends unknown ? Extract<Module[keyof Module], Problem> : never;

type CatalogueProblem = ProblemExport<(typeof MODULES)[number]>;

/** Code of a problem that the API can return. */
export type ProblemCode = CatalogueProblem['code'];

/** Parameters of the problem with a given code. */
export type ProblemParamsOf<Code extends ProblemCode> = Extract<CatalogueProblem, { code: Code }>['params'];

const isProblem = (value: unknown): value is CatalogueProblem =>
  typeof value === 'object' && value !== null && 'code' in value && 'params' in value && 'message' in value;

/** All problems by code. */
export const PROBLEMS: ReadonlyMap<string, CatalogueProblem> = new Map(
  MODULES.flatMap((module) => Object.values<unknown>(module))
    .filter(isProblem)
    .map((problem) => [problem.code, problem]),
);
