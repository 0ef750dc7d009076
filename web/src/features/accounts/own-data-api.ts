import { ownDataEndpoints } from '../../../../contract/endpoints/own-data.ts';
import { kindraApi } from '../../api/base.ts';
import { createEndpoints, createPath, type ResponseOf } from '../../api/endpoints.ts';

/** A copy of the account's data. */
export type DataExport = ResponseOf<typeof ownDataEndpoints.requestDataExport>['dataExport'];

/** What the deletion of the account means. */
export type DeletionTerms = ResponseOf<typeof ownDataEndpoints.getDeletionTerms>;

const { downloadData, ...endpoints } = ownDataEndpoints;

/** Returns the URL of the file of a copy. */
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
