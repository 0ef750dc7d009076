/** Use cases for email addresses: verifying an address, changing it, and undoing a change. */
import { randomBytes } from 'node:crypto';
import { accountDecider } from '../domain/accounts/decide.ts';
import { getEmailVerificationPath, getUndoEmailChangePath } from '../domain/accounts/rules.ts';
import type { Handler } from '../domain/handle.ts';
import { DAY_MS } from '../domain/kernel/durations.ts';
import { type AccountId, addMs } from '../domain/kernel/ids.ts';
import type { Language } from '../domain/kernel/language.ts';
import type { Clock, IdSource } from '../domain/ports/clock.ts';
import type { LinkPurpose, LinkResult } from '../domain/ports/email-addresses.ts';
import type { PrivateData } from '../domain/ports/private-data.ts';

/** Lifetime of a verification link, in milliseconds. */
export const VERIFICATION_TTL_MS = 3 * DAY_MS;
/** Lifetime of an undo link, in milliseconds. */
const UNDO_TTL_MS = 7 * DAY_MS;
const TOKEN_BYTES = 32;

interface EmailAddressDependencies {
  readonly privateData: Pick<PrivateData, 'emailAddresses'>;
  readonly handler: Pick<Handler, 'load'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly publicUrl: string;
}

const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

async function loadNickname({ handler }: Pick<EmailAddressDependencies, 'handler'>, accountId: AccountId) {
  const { state } = await handler.load(accountDecider, accountId);
  return state.nickname;
}

/** Emails a link that verifies an account's current or new address. */
export async function queueVerificationEmail(
  dependencies: EmailAddressDependencies,
  accountId: AccountId,
  email: string,
  language: Language,
): Promise<void> {
  const { privateData, clock, ids, publicUrl } = dependencies;
  const token = createToken();
  const link = `${publicUrl}${getEmailVerificationPath(token)}`;
  await privateData.emailAddresses.beginVerification(
    { accountId, email, token, expiresAt: addMs(clock.now(), VERIFICATION_TTL_MS) },
    {
      id: ids.next(),
      accountId,
      kind: 'email-verification',
      language,
      content: { nickname: await loadNickname(dependencies, accountId), link },
    },
  );
}

/** Result of using a link. `accountId` is null if the link is invalid. */
interface EmailLinkResult {
  readonly result: LinkResult;
  readonly accountId: AccountId | null;
}

async function redeemLink(
  { privateData, clock }: EmailAddressDependencies,
  token: string,
  purpose: LinkPurpose,
  applyLink: (accountId: AccountId) => Promise<LinkResult>,
): Promise<EmailLinkResult> {
  const accountId = await privateData.emailAddresses.findAccount(token, purpose, clock.now());
  return { accountId, result: accountId ? await applyLink(accountId) : 'invalid' };
}

/** Verifies an address with the token from its link. Notifies the verified address that it replaces. */
export const verifyEmail = (
  dependencies: EmailAddressDependencies,
  token: string,
  language: Language,
): Promise<EmailLinkResult> =>
  redeemLink(dependencies, token, 'verify', async (accountId) => {
    const { privateData, clock, ids, publicUrl } = dependencies;
    const undoToken = createToken();
    return privateData.emailAddresses.verify(token, clock.now(), {
      token: undoToken,
      expiresAt: addMs(clock.now(), UNDO_TTL_MS),
      email: {
        id: ids.next(),
        accountId,
        kind: 'email-changed',
        language,
        content: {
          nickname: await loadNickname(dependencies, accountId),
          link: `${publicUrl}${getUndoEmailChangePath(undoToken)}`,
        },
      },
    });
  });

/** Restores the address to which the link was sent, and ends all sessions. */
export const undoEmailChange = (
  dependencies: EmailAddressDependencies,
  token: string,
): Promise<EmailLinkResult> =>
  redeemLink(dependencies, token, 'undo', () =>
    dependencies.privateData.emailAddresses.undo(token, dependencies.clock.now()),
  );
