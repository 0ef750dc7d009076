/** `npm run emails` renders each email in each language to files that can be opened in a browser. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderEmail } from '../application/emails/render.ts';
import { LANGUAGES } from '../domain/kernel/language.ts';
import type { EmailContents, EmailKind } from '../domain/ports/email.ts';

const SAMPLES: EmailContents = {
  'password-reset': { nickname: 'nuria', link: 'http://localhost:3000/reset-password#sample' },
  'password-changed': { nickname: 'nuria' },
  'deletion-scheduled': { nickname: 'nuria', link: 'http://localhost:3000/login', day: '2026-12-09' },
  'deletion-cancelled': { nickname: 'nuria' },
  'factor-changed': { nickname: 'ana_v', change: 'passkey-added' },
  'data-ready': { nickname: 'nuria', link: 'http://localhost:3000/settings/data', day: '2026-12-02' },
  'email-verification': { nickname: 'nuria', link: 'http://localhost:3000/verify-email#sample' },
  'email-changed': { nickname: 'nuria', link: 'http://localhost:3000/undo-email-change#sample' },
  'new-device': {
    nickname: 'nuria',
    device: 'Firefox, Windows',
    time: '2026-12-02 18:30',
    link: 'http://localhost:3000/settings/sessions',
  },
  notification: {
    kind: 'CAMPAIGN_DECLINED',
    subject: 'A roof for 40 cats',
    reason: 'Please explain what the roof costs.',
    amount: null,
    daysLeft: null,
    link: 'http://localhost:3000/crowdfundings/sample',
  },
  'organization-declined': { name: 'Good Paws', reason: 'We could not find the registration number.' },
  'contact-reminder': {
    kind: 'ADOPTION_CONTACT',
    subject: 'Luna',
    animalId: '01a1d0ea-70a5-4fe6-b507-256a69671401',
    contactId: '01a1d0ea-70a5-4fe6-b507-256a69671402',
    position: 1,
    link: 'http://localhost:3000/conversations/sample',
  },
  'new-messages': { kind: 'MESSAGE', link: 'http://localhost:3000/conversations' },
};

const DELIVERY = {
  to: 'nuria@example.org',
  publicUrl: 'http://localhost:3000',
  unsubscribeToken: '01a1d0ea-70a5-4fe6-b507-256a696714fc',
};

const folder = await mkdtemp(join(tmpdir(), 'kindra-emails-'));
for (const language of LANGUAGES)
  for (const kind of Object.keys(SAMPLES) as EmailKind[]) {
    const email = renderEmail({ id: kind, kind, language, content: SAMPLES[kind] }, DELIVERY);
    const name = join(folder, language, kind);
    await mkdir(join(folder, language), { recursive: true });
    await writeFile(`${name}.html`, email.html);
    await writeFile(`${name}.txt`, email.text);
    console.log(`${name}.html`);
  }
