import { ownDataEndpoints } from '../../../../contract/endpoints/own-data.ts';
import { kindraApi } from '../../api/base.ts';
import { createEndpoints, createPath, type ResponseOf } from '../../api/endpoints.ts';

/** Export of the account's data. */
export type DataExport = ResponseOf<typeof ownDataEndpoints.requestDataExport>['dataExport'];

/** Consequences of deleting the account. */
export type DeletionTerms = ResponseOf<typeof ownDataEndpoints.getDeletionTerms>;

const { downloadData, ...endpoints } = ownDataEndpoints;

/** Returns the URL of the file that contains a data export. */
export const getDataPath = ({ id }: DataExport): string => createPath(downloadData, { id });

export const {
  useGetDataExportQuery,
  useRequestDataExportMutation,
  useGetDeletionTermsQuery,
  useScheduleDeletionMutation,
} = kindraApi.injectEndpoints({ endpoints: createEndpoints(endpoints) }).enhanceEndpoints({
  endpoints: {
    getDataExport: { extraOptions: { isQuiet: true } },
    getDeletionTerms: { extraOptions: { isQuiet: true } },
    scheduleDeletion: { extraOptions: { isQuiet: true } },
  },
});
