import type { SessionUser } from '../../contract/shapes.ts';
import { GENDERS, toAvatarField } from '../../domain/accounts/rules.ts';
import type { AccountState, AccountStatus } from '../../domain/accounts/state.ts';
import type { Coins } from '../../domain/kernel/coins.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import type { PersonalData } from '../../domain/ports/account-registry.ts';
import type { AccountStanding } from '../../domain/ports/sessions.ts';

/** Maps an account to the session user, whose private fields are only sent to the account itself. */
export const toSessionUser = (
  id: AccountId,
  { nickname, profileName, role, bio, website, picture, isTakenDown }: AccountState,
  { email, name, surnames, birthdate, gender }: PersonalData,
  walletCoins: Coins,
): SessionUser => ({
  id,
  idProfile: id,
  nickname,
  profileName,
  role,
  walletCoins,
  email,
  name,
  surnames,
  birthdate,
  gender: GENDERS.find((value) => value === gender) ?? null,
  bio,
  website,
  ...toAvatarField(id, isTakenDown ? null : picture?.hash),
});

/** Account standing by status; null for accounts that callers cannot find. */
export const STANDING_BY_STATUS: Readonly<Record<AccountStatus, AccountStanding | null>> = {
  NONE: null,
  AWAITING_APPROVAL: 'NOT_APPROVED',
  ACTIVE: 'ACTIVE',
  DEACTIVATED: 'INACTIVE',
  BANNED: 'BANNED',
  DECLINED: null,
  ERASED: null,
};
