import { getDeletionTerms, scheduleDeletion } from '../../application/deletion.ts';
import * as contract from '../../contract/own-data.ts';
import { dataExportNotFound, wrongPassword } from '../../contract/problems.ts';
import { DELETION_DELAY_DAYS } from '../../domain/accounts/rules.ts';
import type { DataExport } from '../../domain/ports/data-exports.ts';
import { type Caller, requireRecentProof } from '../http/caller.ts';
import { createDownload } from '../http/download.ts';
import { ApiFailure, createNotFoundFailure } from '../http/failure.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { enforceThrottle, THROTTLE_RULES } from '../http/throttling.ts';

const toResponse = ({ accountId: _, language: __, ...dataExport }: DataExport): contract.DataExport =>
  dataExport;

/**
 * Checks the password of an account. If the account has no password, requires a recent proof of identity.
 * @throws ApiFailure 400 when the password is wrong
 * @throws ApiFailure 403 when the account has no password and its last proof is older than 10 minutes
 */
export async function requirePassword(system: ApiSystem, caller: Caller, password = ''): Promise<void> {
  const hash = await system.privateData.registry.findPasswordHash(caller.id);
  if (hash === null) return requireRecentProof(system, caller);
  if (!(await system.passwords.verify(password, hash, caller.id))) throw new ApiFailure(400, wrongPassword);
}

/** Creates the routes that export an account's data and delete the account. */
export const createOwnDataRoutes = (system: ApiSystem): readonly Route[] => {
  const { privateData, clock } = system;
  return [
    defineRoute(contract.getDataExport, async ({ caller }) => {
      const dataExport = await privateData.dataExports.find(caller.id, clock.now());
      return { dataExport: dataExport && toResponse(dataExport) };
    }),

    defineRoute(contract.requestDataExport, async ({ caller, body, runIdempotently }) => {
      const currentExport = await privateData.dataExports.find(caller.id, clock.now());
      if (currentExport?.state === 'waiting') return { dataExport: toResponse(currentExport) };
      const requestResult = await runIdempotently(async (id) => {
        await enforceThrottle(system, caller.id, THROTTLE_RULES.dataExports);
        return privateData.dataExports.request({
          id,
          accountId: caller.id,
          language: body.language,
          createdAt: clock.now(),
        });
      });
      return { dataExport: toResponse(requestResult) };
    }),

    defineRoute(contract.downloadData, async ({ caller, params, http }) => {
      const file = await privateData.dataExports.readFile(caller.id, params.id, clock.now());
      if (!file) throw createNotFoundFailure(dataExportNotFound);
      http.set({
        'Content-Type': 'application/zip',
        'Content-Length': String(file.bytes),
        'Content-Disposition': `attachment; filename="kindra-${clock.now().slice(0, 10)}.zip"`,
        'Cache-Control': 'private, no-store',
      });
      http.body = createDownload(file.chunks, http.res);
    }),

    defineRoute(contract.getDeletionTerms, async ({ caller }) => ({
      days: DELETION_DELAY_DAYS,
      hasPassword: (await privateData.registry.findPasswordHash(caller.id)) !== null,
      ...(await getDeletionTerms(system, caller.id)),
    })),

    defineRoute(contract.scheduleDeletion, async ({ caller, body, createContext, confirm }) => {
      await enforceThrottle(system, caller.id, THROTTLE_RULES.passwordAccount);
      await requirePassword(system, caller, body.currentPassword);
      const { state } = await confirm(
        await scheduleDeletion(system, caller.id, body.language, createContext()),
      );
      return { eraseAt: state.eraseAt ?? clock.now() };
    }),
  ];
};
