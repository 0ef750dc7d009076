import { describePage, getPictureVersion } from '../../../api/sharing/subject.ts';
import * as accounts from '../../../contract/accounts.ts';
import * as adjustments from '../../../contract/adjustments.ts';
import * as crowdfunding from '../../../contract/crowdfunding.ts';
import type { ProblemCode } from '../../../contract/problem-catalogue.ts';
import * as reports from '../../../contract/reports.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import { takeDownAnimal, takeDownPost, takeDownProfile } from '../../../contract/take-down.ts';
import { createAdoptionForm, createAnimal } from './adoption.ts';
import type { CallerKind, TestCaller } from './callers.ts';
import type { Sent } from './client.ts';
import { createActiveCrowdfunding, createCrowdfunding } from './coins.ts';
import {
  createOrganizationForm,
  createRegistration,
  createUsername,
  PASSWORD,
  publishPost,
  registerNewUser,
  registerOrganization,
  registerStaff,
} from './people.ts';
import { keepPicture, PICTURE } from './pictures.ts';
import { api, client, setUpTestApi } from './shared-api.ts';

const SITE = describePage('/', 'Kindra', '');

/** A call of the permission tests: its input, and the expected status for callers who are permitted. */
export interface PermissionCase {
  /** Input; its subjects are created for each attempt. */
  readonly sent: (caller: TestCaller) => Promise<Sent> | Sent;
  /** Status for permitted callers. Default: 200. */
  readonly status?: number;
  /** Other statuses for some callers, besides those that follow from the audience. */
  readonly exceptions?: Partial<Record<CallerKind, number>>;
  /** Error code of `status` or of the exceptions, whichever is an error. */
  readonly code?: ProblemCode;
}

/** Staff member that prepares subjects. */
export let admin: AuthResponse;
/** Owner of the subjects. */
export let somebody: AuthResponse;

const sendNothing = (): Sent => ({});
const postOfAnother = async (): Promise<string> => (await publishPost(client, somebody.token)).id;
export const selectOtherNickname = () => ({ params: { nickname: somebody.dataUser.nickname } });
const createOtherAnimal = async (): Promise<string> => (await createAnimal(client, somebody.token)).id;
const createPayment = async (accountId: string): Promise<string> => {
  const { payments, ids } = api.foundation;
  return (await payments.start({ accountId, amount: 500, idempotencyKey: ids.next() })).id;
};
const createOpenCrowdfunding = () => createActiveCrowdfunding(api, somebody.dataUser.id);
async function createPicturedUpdate(): Promise<string> {
  const body = { text: 'The roof is on.', imageBase64: PICTURE.toString('base64') };
  const params = { id: await createOpenCrowdfunding() };
  return (await client.ok(crowdfunding.postUpdate, { token: somebody.token, params, body })).id;
}
const createReasonedRequest = (id: string): Sent => ({ params: { id }, body: { reason: 'Spam.' } });

/** Creates content and takes it down as another staff member. */
async function takeDownContent(
  call: typeof takeDownPost | typeof takeDownAnimal | typeof takeDownProfile,
  id: string,
): Promise<string> {
  const { token } = await registerStaff(api, client, 'MOD');
  await client.ok(call as typeof takeDownPost, { token, params: { id }, body: { reason: 'Spam.' } });
  return id;
}

const createDecision = async (): Promise<Sent> => ({
  params: { id: await registerOrganization(api, client) },
  body: { reason: 'as the rules say' },
});

const createReportedCase = async (): Promise<Sent> => {
  const id = await postOfAnother();
  const body = { kind: 'post' as const, id, category: 'SPAM' as const };
  await client.ok(reports.report, { token: admin.token, body });
  const [newest] = await client.ok(reports.reports, { token: admin.token });
  return { params: { id: newest?.id as string }, body: { reason: 'looked at' } };
};

const createProposal = () => ({ profile: somebody.dataUser.id, amount: 5, reason: 'a gift' });
const proposeToOther = async (): Promise<string> =>
  (await client.ok(adjustments.proposeAdjustment, { token: admin.token, body: createProposal() })).id;

/** Permission cases by the name of the call. */
export const PERMISSION_CASES: Readonly<Record<string, PermissionCase>> = {
  registerUser: { sent: () => ({ body: createRegistration(createUsername()) }) },
  registerOrganization: {
    sent: () => ({ body: createOrganizationForm(createUsername()) }),
    status: 403,
    code: 'NOT_APPROVED',
  },
  login: {
    sent: () => ({ body: { username: 'nobodyatall', password: PASSWORD } }),
    status: 400,
    code: 'INCORRECT_CREDENTIALS',
  },
  logout: { sent: sendNothing, status: 204 },
  googleLogin: { sent: sendNothing },
  googleCode: {
    sent: () => ({ query: { code: 'no-code', state: 'no-state' } }),
    status: 400,
    code: 'SIGN_IN_FAILED',
  },
  getProfile: { sent: selectOtherNickname },
  updateProfile: { sent: () => ({ body: { type: 'profileName', newData: 'Another Name' } }) },
  setProfilePicture: { sent: () => ({ body: { imageBase64: PICTURE.toString('base64') } }) },
  removeProfilePicture: { sent: sendNothing },
  getProfilePicture: {
    sent: async () => {
      const { token, dataUser } = await registerNewUser(client);
      const body = { imageBase64: PICTURE.toString('base64') };
      await client.ok(accounts.setProfilePicture, { token, body });
      return { params: { id: dataUser.id } };
    },
  },
  updateProfileAndToken: {
    sent: () => ({ body: { type: 'nickname', newData: createUsername().slice(0, 15) } }),
  },
  deactivateProfile: { sent: sendNothing },
  changePassword: {
    sent: () => ({ body: { currentPassword: PASSWORD, newPassword: 'Other42Words' } }),
    status: 204,
  },
  forgotPassword: { sent: () => ({ body: { email: 'nobody@example.org' } }), status: 204 },
  setMailNotifications: { sent: () => ({ body: { kind: 'REFUND', mailed: false } }) },
  unsubscribe: {
    sent: () => ({ params: { token: '01980000-0000-7000-8000-00000000dead', kind: 'REFUND' } }),
    status: 404,
    code: 'UNSUBSCRIBE_LINK_INVALID',
  },
  getEmail: { sent: sendNothing },
  changeEmail: {
    sent: () => ({ body: { email: `${createUsername()}@example.org`, currentPassword: PASSWORD } }),
  },
  verifyEmail: { sent: () => ({ body: { token: 'unknown' } }), status: 400, code: 'EMAIL_LINK_INVALID' },
  undoEmailChange: { sent: () => ({ body: { token: 'unknown' } }), status: 400, code: 'EMAIL_LINK_INVALID' },
  setPassword: {
    sent: () => ({ body: { username: createUsername(), newPassword: 'Other42Words' } }),
    status: 400,
    code: 'PASSWORD_EXISTS',
  },
  confirmLogin: {
    sent: () => ({ body: { challenge: 'unknown', code: '123456' } }),
    status: 400,
    code: 'LOGIN_CHALLENGE_INVALID',
  },
  beginPasskeyLogin: { sent: sendNothing },
  logInWithPasskey: { sent: () => ({ body: { passkey: {} } }), status: 400, code: 'INVALID_INPUT' },
  getSecondFactors: { sent: sendNothing },
  beginAuthenticator: { sent: sendNothing },
  activateAuthenticator: {
    sent: () => ({ body: { code: 'none' } }),
    status: 400,
    code: 'AUTHENTICATOR_MISSING',
  },
  removeAuthenticator: { sent: sendNothing, status: 400, code: 'AUTHENTICATOR_MISSING' },
  renewRecoveryCodes: { sent: sendNothing, status: 400, code: 'SECOND_FACTOR_MISSING' },
  beginPasskey: { sent: sendNothing },
  addPasskey: {
    sent: () => ({ body: { passkey: {}, name: 'Phone' } }),
    status: 400,
    code: 'INVALID_INPUT',
  },
  renamePasskey: {
    sent: () => ({ params: { id: 'unknown' }, body: { name: 'Phone' } }),
    status: 404,
    code: 'PASSKEY_NOT_FOUND',
  },
  removePasskey: { sent: () => ({ params: { id: 'unknown' } }), status: 404, code: 'PASSKEY_NOT_FOUND' },
  beginProof: { sent: sendNothing },
  proveIdentity: { sent: () => ({ body: { password: PASSWORD } }), status: 204 },
  getSessions: { sent: sendNothing },
  endSession: {
    sent: () => ({ params: { id: '01980000-0000-7000-8000-00000000dead' } }),
    status: 404,
    code: 'SESSION_NOT_FOUND',
  },
  endOtherSessions: { sent: sendNothing, status: 204 },
  getDataExport: { sent: sendNothing },
  requestDataExport: { sent: () => ({ body: {} }) },
  downloadData: {
    sent: () => ({ params: { id: '01980000-0000-7000-8000-00000000dead' } }),
    status: 404,
    code: 'DATA_EXPORT_NOT_FOUND',
  },
  getDeletionTerms: { sent: sendNothing },
  scheduleDeletion: {
    sent: () => ({ body: { currentPassword: PASSWORD } }),
    exceptions: { MOD: 400, ADMIN: 400 },
    code: 'STAFF_CANNOT_BE_ERASED',
  },
  resetPassword: {
    sent: () => ({ body: { token: 'unknown', password: 'Other42Words' } }),
    status: 400,
    code: 'RESET_LINK_INVALID',
  },
  createPublication: { sent: () => ({ body: { text: 'Hello' } }) },
  forYouPublications: { sent: sendNothing },
  followingPublications: { sent: sendNothing },
  profilePublications: { sent: () => ({ params: { profile: somebody.dataUser.id } }) },
  likePublication: { sent: async () => ({ body: { idPublication: await postOfAnother() } }) },
  getPost: { sent: async () => ({ params: { id: await postOfAnother() } }) },
  getReplies: { sent: async () => ({ params: { id: await postOfAnother() } }) },
  getLegalText: { sent: () => ({ params: { document: 'terms', language: 'en' } }) },
  editPublication: {
    sent: async () => ({ params: { id: await postOfAnother() }, body: { text: 'Hello again' } }),
    exceptions: { USER: 403, ORG: 403, MOD: 403, ADMIN: 403 },
    code: 'POST_NOT_YOURS',
  },
  getPostHistory: { sent: async () => ({ params: { id: await postOfAnother() } }) },
  deletePublication: {
    sent: async () => ({ params: { id: await postOfAnother() } }),
    exceptions: { USER: 403, ORG: 403, MOD: 403 },
    code: 'FORBIDDEN',
  },
  getFollowers: { sent: selectOtherNickname },
  getFollowing: { sent: selectOtherNickname },
  followProfile: { sent: () => ({ body: { idProfileToFollow: somebody.dataUser.id } }) },
  blockProfile: { sent: () => ({ params: { id: somebody.dataUser.id } }) },
  unblockProfile: { sent: () => ({ params: { id: somebody.dataUser.id } }) },
  muteProfile: { sent: () => ({ params: { id: somebody.dataUser.id } }) },
  unmuteProfile: { sent: () => ({ params: { id: somebody.dataUser.id } }) },
  hiddenProfiles: { sent: sendNothing },
  suggestedProfiles: { sent: sendNothing },
  suggestedOrganizations: { sent: sendNothing },
  getConversations: { sent: sendNothing },
  getUnread: { sent: sendNothing },
  getConversationSettings: { sent: sendNothing },
  switchReadReceipts: { sent: () => ({ body: { readReceipts: true } }) },
  getConversation: { sent: () => ({ params: { id: somebody.dataUser.id } }) },
  getNotifications: { sent: sendNothing },
  getUnreadNotifications: { sent: sendNothing },
  readNotifications: { sent: () => ({ body: {} }) },
  getNotificationSettings: { sent: sendNothing },
  muteNotifications: { sent: () => ({ body: { kind: 'LIKE', muted: true } }) },
  awaitingOrganizations: { sent: sendNothing },
  approveOrganization: { sent: createDecision },
  declineOrganization: { sent: createDecision },
  deactivatedProfiles: { sent: () => ({ query: { nickname: 'person' } }) },
  reactivateProfile: {
    sent: async () => {
      const { token, dataUser } = await registerNewUser(client);
      await client.ok(accounts.deactivateProfile, { token });
      return { params: { id: dataUser.id }, body: {} };
    },
  },
  banProfile: {
    sent: async () => ({
      params: { id: (await registerNewUser(client)).dataUser.id },
      body: { reason: 'Spam.' },
    }),
  },
  report: {
    sent: async () => ({ body: { kind: 'post', id: await postOfAnother(), category: 'SPAM' } }),
  },
  reports: { sent: sendNothing },
  resolveReports: { sent: createReportedCase },
  dismissReports: { sent: createReportedCase },
  takeDownPost: { sent: async () => createReasonedRequest(await postOfAnother()) },
  restorePost: {
    sent: async () => createReasonedRequest(await takeDownContent(takeDownPost, await postOfAnother())),
  },
  takeDownProfile: {
    sent: async () => createReasonedRequest((await registerNewUser(client)).dataUser.id),
  },
  restoreProfile: {
    sent: async () => {
      const { dataUser } = await registerNewUser(client);
      return createReasonedRequest(await takeDownContent(takeDownProfile, dataUser.id));
    },
  },
  takeDownAnimal: { sent: async () => createReasonedRequest(await createOtherAnimal()) },
  restoreAnimal: {
    sent: async () => createReasonedRequest(await takeDownContent(takeDownAnimal, await createOtherAnimal())),
  },
  getAnalytics: { sent: sendNothing },
  paymentConfig: { sent: sendNothing },
  createPaymentIntent: { sent: () => ({ body: { amount: 500 } }) },
  getPayment: {
    sent: async ({ id }) => ({
      params: { paymentIntentId: await createPayment(id ?? somebody.dataUser.id) },
    }),
  },
  paymentWebhook: { sent: sendNothing, status: 400, code: 'WEBHOOK_REFUSED' },
  getWallet: { sent: sendNothing },
  getTransactions: { sent: sendNothing },
  getReceipt: {
    sent: () => ({ params: { id: somebody.dataUser.id } }),
    status: 404,
    code: 'TRANSACTION_NOT_FOUND',
  },
  donate: {
    sent: async () => ({ params: { crowdfundingId: await createOpenCrowdfunding() }, query: { amount: 1 } }),
    status: 400,
    code: 'INSUFFICIENT_COINS',
  },
  getCoinTrail: { sent: async () => ({ params: { id: await createOpenCrowdfunding() } }) },
  getSettlement: { sent: async () => ({ params: { id: await createOpenCrowdfunding() } }) },
  getDonations: { sent: async () => ({ params: { crowdfundingId: await createOpenCrowdfunding() } }) },
  createCrowdfunding: {
    sent: () => ({
      body: {
        title: 'A roof',
        description: 'It rains in.',
        goalAmount: 10_000,
        durationDays: 7,
        imageBase64: PICTURE.toString('base64'),
      },
    }),
  },
  getCrowdfundingImage: {
    sent: async () => {
      const id = await createOpenCrowdfunding();
      await keepPicture(api, id, somebody.dataUser.id);
      return { params: { id } };
    },
  },
  getUpdates: { sent: async () => ({ params: { id: await createOpenCrowdfunding() } }) },
  postUpdate: {
    sent: async () => ({ params: { id: await createOpenCrowdfunding() }, body: { text: 'The roof is on.' } }),
    exceptions: { USER: 403, ORG: 403, ADMIN: 403, MOD: 403 },
    code: 'ONLY_CREATOR_POSTS_UPDATES',
  },
  getUpdatePicture: { sent: async () => ({ params: { id: await createPicturedUpdate() } }) },
  createAdoption: { sent: () => ({ body: createAdoptionForm() }) },
  getAnimals: { sent: sendNothing },
  getSavedSearches: { sent: sendNothing },
  saveSearch: { sent: () => ({ body: { name: 'Cats', filter: { type: 'CAT' } } }) },
  deleteSearch: {
    sent: () => ({ params: { id: '01980000-0000-7000-8000-00000000dead' } }),
    status: 404,
    code: 'SEARCH_NOT_FOUND',
  },
  findTowns: { sent: () => ({ query: { text: 'girona' } }) },
  getTown: { sent: () => ({ params: { id: '3121456' } }) },
  search: { sent: () => ({ query: { q: 'cats' } }) },
  taggedPublications: { sent: () => ({ params: { tag: 'cats' } }) },
  getSharePicture: {
    sent: () => ({ params: { kind: 'site', id: 'kindra', version: getPictureVersion(SITE) } }),
  },
  getAnimal: { sent: async () => ({ params: { id: await createOtherAnimal() } }) },
  getAnimalImage: { sent: async () => ({ params: { id: await createOtherAnimal() } }) },
  profileAnimals: { sent: selectOtherNickname },
  markAdopted: {
    sent: async () => ({ params: { id: await createOtherAnimal() } }),
    exceptions: { USER: 403, ORG: 403, ADMIN: 403, MOD: 403 },
    code: 'NOT_THE_OWNER',
  },
  deleteAdoption: {
    sent: async () => ({ params: { id: await createOtherAnimal() } }),
    exceptions: { USER: 403, ORG: 403, ADMIN: 403, MOD: 403 },
    code: 'NOT_THE_OWNER',
  },
  activeCrowdfundings: { sent: sendNothing },
  getCrowdfunding: { sent: async () => ({ params: { id: await createOpenCrowdfunding() } }) },
  profileCrowdfundings: { sent: selectOtherNickname },
  cancelCrowdfunding: {
    sent: async () => ({ params: { id: await createOpenCrowdfunding() } }),
    exceptions: { USER: 403, ORG: 403, ADMIN: 403, MOD: 403 },
    code: 'ONLY_CREATOR_CANCELS',
  },
  closeCrowdfunding: {
    sent: async () => ({ params: { id: await createOpenCrowdfunding() } }),
    exceptions: { USER: 403, ORG: 403, ADMIN: 403, MOD: 403 },
    code: 'ONLY_CREATOR_CLOSES',
  },
  pendingCrowdfundings: { sent: sendNothing },
  approveCrowdfunding: {
    sent: async () => ({ params: { id: await createCrowdfunding(api, somebody.dataUser.id) }, body: {} }),
  },
  declineCrowdfunding: {
    sent: async () => ({ params: { id: await createCrowdfunding(api, somebody.dataUser.id) }, body: {} }),
  },
  cancelCrowdfundingAsStaff: {
    sent: async () => ({ params: { id: await createOpenCrowdfunding() }, body: { reason: 'Fraud.' } }),
  },
  trialBalance: { sent: sendNothing },
  journalEntries: { sent: () => ({ query: { profile: somebody.dataUser.id } }) },
  exportEntries: { sent: () => ({ query: { profile: somebody.dataUser.id } }) },
  accountStatement: { sent: () => ({ params: { account: `wallet:${somebody.dataUser.id}` } }) },
  staffActions: { sent: sendNothing },
  auditOverview: { sent: sendNothing },
  searchAudit: { sent: () => ({ query: { q: somebody.dataUser.nickname } }) },
  auditProblems: { sent: sendNothing },
  proposeAdjustment: { sent: () => ({ body: createProposal() }) },
  adjustments: { sent: sendNothing },
  approveAdjustment: { sent: async () => ({ params: { id: await proposeToOther() }, body: {} }) },
  declineAdjustment: { sent: async () => ({ params: { id: await proposeToOther() }, body: {} }) },
  suspense: { sent: sendNothing },
  identifySuspense: {
    sent: () => ({ params: { id: 'pi_unheard' }, body: { profile: somebody.dataUser.id, reason: 'theirs' } }),
    status: 400,
    code: 'PAYMENT_NOT_IN_SUSPENSE',
  },
  auditedCrowdfunding: { sent: async () => ({ params: { id: await createOpenCrowdfunding() } }) },
  liveUpdates: { sent: sendNothing },
  healthLive: { sent: sendNothing },
  healthReady: { sent: sendNothing },
};

/** Starts an API and registers the accounts that the permission cases need. */
export function setUpPermissionCases(): void {
  setUpTestApi();
  beforeAll(async () => {
    admin = await registerStaff(api, client, 'ADMIN');
    somebody = await registerNewUser(client);
  });
}
