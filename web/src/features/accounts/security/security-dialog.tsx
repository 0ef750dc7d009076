import { useSyncExternalStore } from 'react';
import { getRecoveryCodes, securityDialogStore } from '../../../state/proof.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** Dialog that can open on any page: new recovery codes, then the request for a proof of identity. */
export function SecurityDialog() {
  const codes = useSyncExternalStore(securityDialogStore.subscribe, getRecoveryCodes, getRecoveryCodes);
  return codes ? <RecoveryCodesDialog {...codes} /> : <ProofDialog />;
}
