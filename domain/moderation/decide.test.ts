import { given } from '../../test/support/given.ts';
import { reportDecider } from './decide.ts';
import type { ReportEvent } from './events.ts';
import { REPORT_TEXT_LIMIT, RESOLUTIONS } from './rules.ts';

const id = (n: number) => `01980000-0000-7000-8000-00000000000${n}`;
const [ada, ben, owner, staff] = [id(1), id(2), id(3), id(4)];
const subject = { subjectKind: 'post', subjectId: id(9), ownerId: owner } as const;

const reportBy = (reporterId: string, reportId: string, more: object = {}) =>
  ({
    type: 'ReportSubject',
    reportId,
    reporterId,
    ...subject,
    category: 'SPAM',
    text: 'Buy now!',
    ...more,
  }) as const;
const reported = (reporterId: string, reportId: string, caseId: string): ReportEvent => ({
  type: 'SubjectReported',
  data: { caseId, reportId, reporterId, ...subject, category: 'SPAM', text: 'Buy now!' },
});
const decided = (type: 'ReportsResolved' | 'ReportsDismissed', reports: number): ReportEvent => ({
  type,
  data: {
    caseId: id(5),
    subjectKind: 'post',
    subjectId: id(9),
    reports,
    ...(type === 'ReportsResolved' && { resolution: 'WARN' as const }),
  },
});
const first = reported(ada, id(5), id(5));
const givenEvents = (...events: ReportEvent[]) => given(reportDecider, ...events);
const resolve = { type: 'ResolveReports', caseId: id(5), staffId: staff, resolution: 'WARN' } as const;
const dismiss = { type: 'DismissReports', caseId: id(5), staffId: staff } as const;

describe('reporting', () => {
  test('opens a case', () =>
    givenEvents()
      .when(reportBy(ada, id(5)))
      .leadsTo(first));
  test('joins an open case', () =>
    givenEvents(first)
      .when(reportBy(ben, id(6)))
      .leadsTo(reported(ben, id(6), id(5))));
  test('is rejected while an earlier report of the same account is open', () =>
    givenEvents(first)
      .when(reportBy(ada, id(6)))
      .isRejected('You have already reported this. Staff will look at it.'));
  test('opens another case after a decision', () =>
    givenEvents(first, decided('ReportsDismissed', 1))
      .when(reportBy(ada, id(6)))
      .leadsTo(reported(ada, id(6), id(6))));
  test('rejects own content', () =>
    givenEvents()
      .when(reportBy(owner, id(5)))
      .isRejected('You cannot report your own content.'));
  test.each([
    ['too long', { text: '🐈'.repeat(REPORT_TEXT_LIMIT + 1) }, 'The report cannot exceed 500 characters.'],
    ['with hidden signs', { text: 'a\u202eb' }, 'The text contains characters that are not allowed.'],
    ['of another kind without words', { category: 'OTHER', text: '' }, 'Please describe what is wrong.'],
  ])('rejects a text that is %s', (_, more, message) =>
    givenEvents()
      .when(reportBy(ada, id(5), more))
      .isRejected(message),
  );
  test('accepts a category without a text', () =>
    expect(reportDecider.decide(reportBy(ada, id(5), { text: '' }), null)).toMatchObject({ accepted: true }));
});

describe('deciding', () => {
  test('resolves all open reports', () =>
    givenEvents(first, reported(ben, id(6), id(5)))
      .when(resolve)
      .leadsTo(decided('ReportsResolved', 2)));
  test('dismisses all open reports', () =>
    givenEvents(first).when(dismiss).leadsTo(decided('ReportsDismissed', 1)));
  test('is rejected the second time', () =>
    givenEvents(first, decided('ReportsResolved', 1))
      .when(dismiss)
      .isRejected('These reports have already been decided.'));
  test('on an earlier case does not affect the open one', () =>
    givenEvents(first, decided('ReportsResolved', 1), reported(ada, id(6), id(6)))
      .when(resolve)
      .isRejected('These reports have already been decided.'));
  test('is rejected for own content', () =>
    givenEvents(first)
      .when({ ...resolve, staffId: owner })
      .isRejected('You cannot decide on reports about your own content.'));

  test.each([
    ['post', ['NONE', 'WARN', 'TAKE_DOWN', 'DELETE', 'SUSPEND', 'BAN']],
    ['animal', ['NONE', 'WARN', 'TAKE_DOWN', 'SUSPEND', 'BAN']],
    ['profile', ['NONE', 'WARN', 'TAKE_DOWN', 'SUSPEND', 'BAN']],
    ['crowdfunding', ['NONE', 'WARN', 'SUSPEND', 'BAN']],
  ] as const)('accepts the resolutions that are possible for a %s', (subjectKind, possible) => {
    const report = { ...reportBy(ada, id(5)), subjectKind };
    const state = reportDecider.evolve(null, {
      type: 'SubjectReported',
      data: { caseId: id(5), ...report },
    } as ReportEvent);
    const accepted = RESOLUTIONS.filter(
      (resolution) => reportDecider.decide({ ...resolve, resolution }, state).accepted,
    );
    expect(accepted).toEqual(possible);
  });
});
