import { z } from 'zod';
import { defineCall } from './call.ts';
import { ownDataEndpoints } from './endpoints/own-data.ts';
import { coins, emailLanguage, id, idParameter, instant } from './fields.ts';
import { dataExportNotFound } from './problems.ts';

/** A requested or completed export of the caller's data. */
export const dataExport = z
  .object({
    id,
    state: z.enum(['waiting', 'ready']),
    createdAt: instant,
    done: z.int().meta({ description: 'Number of written entries, of `total`.' }),
    total: z.int(),
    bytes: z.int().nullable().meta({ description: 'Size of the file; null until it is ready.' }),
    expiresAt: instant
      .nullable()
      .meta({ description: 'When the file is deleted, 7 days after it is ready; null until then.' }),
  })
  .meta({ id: 'DataExport' });
/** A data export in a response. */
export type DataExport = z.output<typeof dataExport>;

export const getDataExport = defineCall({
  ...ownDataEndpoints.getDataExport,
  summary: 'Returns the newest copy of the caller’s data, or null',
  audience: 'user',
  response: z.object({ dataExport: dataExport.nullable() }),
});

export const requestDataExport = defineCall({
  ...ownDataEndpoints.requestDataExport,
  summary: 'Requests a copy of the caller’s data, which replaces an earlier one; an email announces it',
  audience: 'user',
  body: z.object({ language: emailLanguage }),
  response: z.object({ dataExport }),
});

export const downloadData = defineCall({
  ...ownDataEndpoints.downloadData,
  summary: 'Downloads a copy of the caller’s data as a ZIP file with JSON files and pictures',
  audience: 'user',
  params: z.object({ id: idParameter(dataExportNotFound) }),
  response: null,
  streamedTypes: ['application/zip'],
  errors: ['DATA_EXPORT_NOT_FOUND'],
});

export const getDeletionTerms = defineCall({
  ...ownDataEndpoints.getDeletionTerms,
  summary: 'Returns how the deletion of the caller’s account would affect its coins, and what prevents it',
  audience: 'user',
  response: z
    .object({
      days: z.int().meta({ description: 'Days until the erasure.' }),
      hasPassword: z.boolean().meta({ description: 'Whether the deletion requires the password.' }),
      walletCoins: coins.meta({ description: 'Coins in the wallet, which nobody owns after the erasure.' }),
      coinsInCrowdfundings: coins.meta({
        description: 'Coins given to crowdfundings that may be refunded to the wallet.',
      }),
      crowdfundings: z.array(z.object({ id, title: z.string(), status: z.string() })).meta({
        description: 'Pending and active crowdfundings, which have to be closed or cancelled first.',
      }),
    })
    .meta({ id: 'DeletionTerms' }),
});

export const scheduleDeletion = defineCall({
  ...ownDataEndpoints.scheduleDeletion,
  summary:
    'Deactivates the account, logs it out and erases it after 14 days; logging in before then keeps it',
  audience: 'user',
  body: z.object({ currentPassword: z.string().max(100).optional(), language: emailLanguage }),
  response: z.object({ eraseAt: instant }),
  errors: ['WRONG_PASSWORD', 'PROOF_REQUIRED', 'DELETION_HAS_CROWDFUNDINGS', 'STAFF_CANNOT_BE_ERASED'],
});
