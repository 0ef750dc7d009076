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
import type { CallInput } from './client.ts';
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
import { PICTURE, storePicture } from './pictures.ts';
import { api, client, setUpTestApi } from './shared-api.ts';

const HOME_PAGE = describePage('/', 'Kindra', '');

/** How the permission tests make a call, and the expected statuses that the call's audience does not determine. */
export interface PermissionCase {
  /** Creates the input for one request, and the subjects that the input refers to. */
  readonly createInput: (caller: TestCaller) => Promise<CallInput> | CallInput;
  /** Status for permitted callers. Default: 200. */
  readonly status?: number;
  /** Expected statuses of callers for whom the audience does not determine the status. */
  readonly exceptions?: Partial<Record<CallerKind, number>>;
  /** Expected error code, for `status` if it is an error, otherwise for `exceptions`. */
  readonly code?: ProblemCode;
}

/** Session of the administrator who prepares subjects. */
export let admin: AuthResponse;
/** Session of the account that owns the subjects in the input. */
export let subjectOwner: AuthResponse;

const createEmptyInput = (): CallInput => ({});
const createOtherPost = async (): Promise<string> => (await publishPost(client, subjectOwner.token)).id;
export const createNicknameInput = () => ({ params: { nickname: subjectOwner.dataUser.nickname } });
const createOtherAnimal = async (): Promise<string> => (await createAnimal(client, subjectOwner.token)).id;
const createPayment = async (accountId: string): Promise<string> => {
  const { payments, ids } = api.foundation;
  return (await payments.start({ accountId, amount: 500, idempotencyKey: ids.next() })).id;
};
const createOpenCrowdfunding = () => createActiveCrowdfunding(api, subjectOwner.dataUser.id);
async function createUpdateWithPicture(): Promise<string> {
  const body = { text: 'The roof is on.', imageBase64: PICTURE.toString('base64') };
  const params = { id: await createOpenCrowdfunding() };
  return (await client.ok(crowdfunding.postUpdate, { token: subjectOwner.token, params, body })).id;
}
const createInputWithReason = (id: string): CallInput => ({ params: { id }, body: { reason: 'Spam.' } });

/** Creates content and has it taken down by another staff member. */
async function takeDownContent(
  call: typeof takeDownPost | typeof takeDownAnimal | typeof takeDownProfile,
  id: string,
): Promise<string> {
  const { token } = await registerStaff(api, client, 'MOD');
  await client.ok(call as typeof takeDownPost, { token, params: { id }, body: { reason: 'Spam.' } });
  return id;
}

const createDecisionInput = async (): Promise<CallInput> => ({
  params: { id: await registerOrganization(api, client) },
  body: { reason: 'as the rules say' },
});

const createCaseInput = async (): Promise<CallInput> => {
  const id = await createOtherPost();
  const body = { kind: 'post' as const, id, category: 'SPAM' as const };
  await client.ok(reports.report, { token: admin.token, body });
  const [reportCase] = await client.ok(reports.reports, { token: admin.token });
  return { params: { id: reportCase?.id as string }, body: { reason: 'looked at' } };
};

const createProposal = () => ({ profile: subjectOwner.dataUser.id, amount: 5, reason: 'a gift' });
const createAdjustment = async (): Promise<string> =>
  (await client.ok(adjustments.proposeAdjustment, { token: admin.token, body: createProposal() })).id;

/** Permission case for each call, by call name. */
export const PERMISSION_CASES: Readonly<Record<string, PermissionCase>> = {
  registerUser: { createInput: () => ({ body: createRegistration(createUsername()) }) },
  registerOrganization: {
    createInput: () => ({ body: createOrganizationForm(createUsername()) }),
    status: 403,
    code: 'NOT_APPROVED',
  },
  login: {
    createInput: () => ({ body: { username: 'nobodyatall', password: PASSWORD } }),
    status: 400,
    code: 'INCORRECT_CREDENTIALS',
  },
  logout: { createInput: createEmptyInput, status: 204 },
  googleLogin: { createInput: createEmptyInput },
  googleCode: {
    createInput: () => ({ query: { code: 'no-code', state: 'no-state' } }),
    status: 400,
    code: 'SIGN_IN_FAILED',
  },
  getProfile: { createInput: createNicknameInput },
  updateProfile: { createInput: () => ({ body: { type: 'profileName', newData: 'Another Name' } }) },
  setProfilePicture: { createInput: () => ({ body: { imageBase64: PICTURE.toString('base64') } }) },
  removeProfilePicture: { createInput: createEmptyInput },
  getProfilePicture: {
    createInput: async () => {
      const { token, dataUser } = await registerNewUser(client);
      const body = { imageBase64: PICTURE.toString('base64') };
      await client.ok(accounts.setProfilePicture, { token, body });
      return { params: { id: dataUser.id } };
    },
  },
  updateProfileAndToken: {
    createInput: () => ({ body: { type: 'nickname', newData: createUsername().slice(0, 15) } }),
  },
  deactivateProfile: { createInput: createEmptyInput },
  changePassword: {
    createInput: () => ({ body: { currentPassword: PASSWORD, newPassword: 'Other42Words' } }),
    status: 204,
  },
  forgotPassword: { createInput: () => ({ body: { email: 'nobody@example.org' } }), status: 204 },
  setEmailNotifications: { createInput: () => ({ body: { kind: 'REFUND', mailed: false } }) },
  unsubscribe: {
    createInput: () => ({ params: { token: '01980000-0000-7000-8000-00000000dead', kind: 'REFUND' } }),
    status: 404,
    code: 'UNSUBSCRIBE_LINK_INVALID',
  },
  getEmail: { createInput: createEmptyInput },
  changeEmail: {
    createInput: () => ({ body: { email: `${createUsername()}@example.org`, currentPassword: PASSWORD } }),
  },
  verifyEmail: {
    createInput: () => ({ body: { token: 'unknown' } }),
    status: 400,
    code: 'EMAIL_LINK_INVALID',
  },
  undoEmailChange: {
    createInput: () => ({ body: { token: 'unknown' } }),
    status: 400,
    code: 'UNDO_LINK_INVALID',
  },
  setPassword: {
    createInput: () => ({ body: { username: createUsername(), newPassword: 'Other42Words' } }),
    status: 400,
    code: 'PASSWORD_EXISTS',
  },
  confirmLogin: {
    createInput: () => ({ body: { challenge: 'unknown', code: '123456' } }),
    status: 400,
    code: 'LOGIN_CHALLENGE_INVALID',
  },
  beginPasskeyLogin: { createInput: createEmptyInput },
  logInWithPasskey: { createInput: () => ({ body: { passkey: {} } }), status: 400, code: 'INVALID_INPUT' },
  getSecondFactors: { createInput: createEmptyInput },
  beginAuthenticator: { createInput: createEmptyInput },
  activateAuthenticator: {
    createInput: () => ({ body: { code: 'none' } }),
    status: 400,
    code: 'AUTHENTICATOR_MISSING',
  },
  removeAuthenticator: { createInput: createEmptyInput, status: 400, code: 'AUTHENTICATOR_MISSING' },
  renewRecoveryCodes: { createInput: createEmptyInput, status: 400, code: 'SECOND_FACTOR_MISSING' },
  beginPasskey: { createInput: createEmptyInput },
  addPasskey: {
    createInput: () => ({ body: { passkey: {}, name: 'Phone' } }),
    status: 400,
    code: 'INVALID_INPUT',
  },
  renamePasskey: {
    createInput: () => ({ params: { id: 'unknown' }, body: { name: 'Phone' } }),
    status: 404,
    code: 'PASSKEY_NOT_FOUND',
  },
  removePasskey: {
    createInput: () => ({ params: { id: 'unknown' } }),
    status: 404,
    code: 'PASSKEY_NOT_FOUND',
  },
  beginProof: { createInput: createEmptyInput },
  proveIdentity: { createInput: () => ({ body: { password: PASSWORD } }), status: 204 },
  getSessions: { createInput: createEmptyInput },
  endSession: {
    createInput: () => ({ params: { id: '01980000-0000-7000-8000-00000000dead' } }),
    status: 404,
    code: 'SESSION_NOT_FOUND',
  },
  endOtherSessions: { createInput: createEmptyInput, status: 204 },
  getDataExport: { createInput: createEmptyInput },
  requestDataExport: { createInput: () => ({ body: {} }) },
  downloadData: {
    createInput: () => ({ params: { id: '01980000-0000-7000-8000-00000000dead' } }),
    status: 404,
    code: 'DATA_EXPORT_NOT_FOUND',
  },
  getDeletionTerms: { createInput: createEmptyInput },
  scheduleDeletion: {
    createInput: () => ({ body: { currentPassword: PASSWORD } }),
    exceptions: { MOD: 400, ADMIN: 400 },
    code: 'STAFF_CANNOT_BE_ERASED',
  },
  resetPassword: {
    createInput: () => ({ body: { token: 'unknown', password: 'Other42Words' } }),
    status: 400,
    code: 'RESET_LINK_INVALID',
  },
  createPublication: { createInput: () => ({ body: { text: 'Hello' } }) },
  forYouPublications: { createInput: createEmptyInput },
  followingPublications: { createInput: createEmptyInput },
  profilePublications: { createInput: () => ({ params: { profile: subjectOwner.dataUser.id } }) },
  likePublication: { createInput: async () => ({ body: { idPublication: await createOtherPost() } }) },
  getPost: { createInput: async () => ({ params: { id: await createOtherPost() } }) },
  getReplies: { createInput: async () => ({ params: { id: await createOtherPost() } }) },
  getLegalText: { createInput: () => ({ params: { document: 'terms', language: 'en' } }) },
  editPublication: {
    createInput: async () => ({ params: { id: await createOtherPost() }, body: { text: 'Hello again' } }),
    exceptions: { USER: 403, ORG: 403, MOD: 403, ADMIN: 403 },
    code: 'POST_NOT_YOURS',
  },
  getPostHistory: { createInput: async () => ({ params: { id: await createOtherPost() } }) },
  deletePublication: {
    createInput: async () => ({ params: { id: await createOtherPost() } }),
    exceptions: { USER: 403, ORG: 403, MOD: 403 },
    code: 'FORBIDDEN',
  },
  getFollowers: { createInput: createNicknameInput },
  getFollowing: { createInput: createNicknameInput },
  followProfile: { createInput: () => ({ body: { idProfileToFollow: subjectOwner.dataUser.id } }) },
  blockProfile: { createInput: () => ({ params: { id: subjectOwner.dataUser.id } }) },
  unblockProfile: { createInput: () => ({ params: { id: subjectOwner.dataUser.id } }) },
  muteProfile: { createInput: () => ({ params: { id: subjectOwner.dataUser.id } }) },
  unmuteProfile: { createInput: () => ({ params: { id: subjectOwner.dataUser.id } }) },
  hiddenProfiles: { createInput: createEmptyInput },
  suggestedProfiles: { createInput: createEmptyInput },
  suggestedOrganizations: { createInput: createEmptyInput },
  getConversations: { createInput: createEmptyInput },
  getUnread: { createInput: createEmptyInput },
  getConversationSettings: { createInput: createEmptyInput },
  switchReadReceipts: { createInput: () => ({ body: { readReceipts: true } }) },
  getConversation: { createInput: () => ({ params: { id: subjectOwner.dataUser.id } }) },
  getNotifications: { createInput: createEmptyInput },
  getUnreadNotifications: { createInput: createEmptyInput },
  readNotifications: { createInput: () => ({ body: {} }) },
  getNotificationSettings: { createInput: createEmptyInput },
  muteNotifications: { createInput: () => ({ body: { kind: 'LIKE', muted: true } }) },
  awaitingOrganizations: { createInput: createEmptyInput },
  approveOrganization: { createInput: createDecisionInput },
  declineOrganization: { createInput: createDecisionInput },
  deactivatedProfiles: { createInput: () => ({ query: { nickname: 'person' } }) },
  reactivateProfile: {
    createInput: async () => {
      const { token, dataUser } = await registerNewUser(client);
      await client.ok(accounts.deactivateProfile, { token });
      return { params: { id: dataUser.id }, body: {} };
    },
  },
  banProfile: {
    createInput: async () => ({
      params: { id: (await registerNewUser(client)).dataUser.id },
      body: { reason: 'Spam.' },
    }),
  },
  report: {
    createInput: async () => ({ body: { kind: 'post', id: await createOtherPost(), category: 'SPAM' } }),
  },
  reports: { createInput: createEmptyInput },
  resolveReports: { createInput: createCaseInput },
  dismissReports: { createInput: createCaseInput },
  takeDownPost: { createInput: async () => createInputWithReason(await createOtherPost()) },
  restorePost: {
    createInput: async () =>
      createInputWithReason(await takeDownContent(takeDownPost, await createOtherPost())),
  },
  takeDownProfile: {
    createInput: async () => createInputWithReason((await registerNewUser(client)).dataUser.id),
  },
  restoreProfile: {
    createInput: async () => {
      const { dataUser } = await registerNewUser(client);
      return createInputWithReason(await takeDownContent(takeDownProfile, dataUser.id));
    },
  },
  takeDownAnimal: { createInput: async () => createInputWithReason(await createOtherAnimal()) },
  restoreAnimal: {
    createInput: async () =>
      createInputWithReason(await takeDownContent(takeDownAnimal, await createOtherAnimal())),
  },
  getAnalytics: { createInput: createEmptyInput },
  paymentConfig: { createInput: createEmptyInput },
  createPaymentIntent: { createInput: () => ({ body: { amount: 500 } }) },
  getPayment: {
    createInput: async ({ id }) => ({
      params: { paymentIntentId: await createPayment(id ?? subjectOwner.dataUser.id) },
    }),
  },
  paymentWebhook: { createInput: createEmptyInput, status: 400, code: 'WEBHOOK_REFUSED' },
  getWallet: { createInput: createEmptyInput },
  getTransactions: { createInput: createEmptyInput },
  getReceipt: {
    createInput: () => ({ params: { id: subjectOwner.dataUser.id } }),
    status: 404,
    code: 'TRANSACTION_NOT_FOUND',
  },
  donate: {
    createInput: async () => ({
      params: { crowdfundingId: await createOpenCrowdfunding() },
      query: { amount: 1 },
    }),
    status: 400,
    code: 'INSUFFICIENT_COINS',
  },
  getCoinTrail: { createInput: async () => ({ params: { id: await createOpenCrowdfunding() } }) },
  getSettlement: { createInput: async () => ({ params: { id: await createOpenCrowdfunding() } }) },
  getDonations: { createInput: async () => ({ params: { crowdfundingId: await createOpenCrowdfunding() } }) },
  createCrowdfunding: {
    createInput: () => ({
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
    createInput: async () => {
      const id = await createOpenCrowdfunding();
      await storePicture(api, id, subjectOwner.dataUser.id);
      return { params: { id } };
    },
  },
  getUpdates: { createInput: async () => ({ params: { id: await createOpenCrowdfunding() } }) },
  postUpdate: {
    createInput: async () => ({
      params: { id: await createOpenCrowdfunding() },
      body: { text: 'The roof is on.' },
    }),
    exceptions: { USER: 403, ORG: 403, ADMIN: 403, MOD: 403 },
    code: 'ONLY_CREATOR_POSTS_UPDATES',
  },
  getUpdatePicture: { createInput: async () => ({ params: { id: await createUpdateWithPicture() } }) },
  createAdoption: { createInput: () => ({ body: createAdoptionForm() }) },
  getAnimals: { createInput: createEmptyInput },
  getSavedSearches: { createInput: createEmptyInput },
  saveSearch: { createInput: () => ({ body: { name: 'Cats', filter: { type: 'CAT' } } }) },
  deleteSearch: {
    createInput: () => ({ params: { id: '01980000-0000-7000-8000-00000000dead' } }),
    status: 404,
    code: 'SEARCH_NOT_FOUND',
  },
  findTowns: { createInput: () => ({ query: { text: 'girona' } }) },
  getTown: { createInput: () => ({ params: { id: '3121456' } }) },
  search: { createInput: () => ({ query: { q: 'cats' } }) },
  taggedPublications: { createInput: () => ({ params: { tag: 'cats' } }) },
  getSharePicture: {
    createInput: () => ({ params: { kind: 'site', id: 'kindra', version: getPictureVersion(HOME_PAGE) } }),
  },
  getAnimal: { createInput: async () => ({ params: { id: await createOtherAnimal() } }) },
  getAnimalImage: { createInput: async () => ({ params: { id: await createOtherAnimal() } }) },
  profileAnimals: { createInput: createNicknameInput },
  markAdopted: {
    createInput: async () => ({ params: { id: await createOtherAnimal() } }),
    exceptions: { USER: 403, ORG: 403, ADMIN: 403, MOD: 403 },
    code: 'NOT_THE_OWNER',
  },
  deleteAdoption: {
    createInput: async () => ({ params: { id: await createOtherAnimal() } }),
    exceptions: { USER: 403, ORG: 403, ADMIN: 403, MOD: 403 },
    code: 'NOT_THE_OWNER',
  },
  activeCrowdfundings: { createInput: createEmptyInput },
  getCrowdfunding: { createInput: async () => ({ params: { id: await createOpenCrowdfunding() } }) },
  profileCrowdfundings: { createInput: createNicknameInput },
  cancelCrowdfunding: {
    createInput: async () => ({ params: { id: await createOpenCrowdfunding() } }),
    exceptions: { USER: 403, ORG: 403, ADMIN: 403, MOD: 403 },
    code: 'ONLY_CREATOR_CANCELS',
  },
  closeCrowdfunding: {
    createInput: async () => ({ params: { id: await createOpenCrowdfunding() } }),
    exceptions: { USER: 403, ORG: 403, ADMIN: 403, MOD: 403 },
    code: 'ONLY_CREATOR_CLOSES',
  },
  pendingCrowdfundings: { createInput: createEmptyInput },
  approveCrowdfunding: {
    createInput: async () => ({
      params: { id: await createCrowdfunding(api, subjectOwner.dataUser.id) },
      body: {},
    }),
  },
  declineCrowdfunding: {
    createInput: async () => ({
      params: { id: await createCrowdfunding(api, subjectOwner.dataUser.id) },
      body: {},
    }),
  },
  cancelCrowdfundingAsStaff: {
    createInput: async () => ({ params: { id: await createOpenCrowdfunding() }, body: { reason: 'Fraud.' } }),
  },
  trialBalance: { createInput: createEmptyInput },
  journalEntries: { createInput: () => ({ query: { profile: subjectOwner.dataUser.id } }) },
  exportEntries: { createInput: () => ({ query: { profile: subjectOwner.dataUser.id } }) },
  accountStatement: { createInput: () => ({ params: { account: `wallet:${subjectOwner.dataUser.id}` } }) },
  staffActions: { createInput: createEmptyInput },
  auditOverview: { createInput: createEmptyInput },
  searchAudit: { createInput: () => ({ query: { q: subjectOwner.dataUser.nickname } }) },
  auditProblems: { createInput: createEmptyInput },
  proposeAdjustment: { createInput: () => ({ body: createProposal() }) },
  adjustments: { createInput: createEmptyInput },
  approveAdjustment: { createInput: async () => ({ params: { id: await createAdjustment() }, body: {} }) },
  declineAdjustment: { createInput: async () => ({ params: { id: await createAdjustment() }, body: {} }) },
  suspense: { createInput: createEmptyInput },
  identifySuspense: {
    createInput: () => ({
      params: { id: 'pi_unheard' },
      body: { profile: subjectOwner.dataUser.id, reason: 'theirs' },
    }),
    status: 400,
    code: 'PAYMENT_NOT_IN_SUSPENSE',
  },
  auditedCrowdfunding: { createInput: async () => ({ params: { id: await createOpenCrowdfunding() } }) },
  liveUpdates: { createInput: createEmptyInput },
  healthLive: { createInput: createEmptyInput },
  healthReady: { createInput: createEmptyInput },
};

/** Starts an API and registers the accounts that the permission cases need. */
export function setUpPermissionCases(): void {
  setUpTestApi();
  beforeAll(async () => {
    admin = await registerStaff(api, client, 'ADMIN');
    subjectOwner = await registerNewUser(client);
  });
}
