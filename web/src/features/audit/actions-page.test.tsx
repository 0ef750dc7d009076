import { screen } from '@testing-library/react';
import { AUDIT_PATH, auditor, donor, renderAudit } from '../../testing/audit.ts';
import type { renderApp } from '../../testing/render-app.tsx';
import { createId, sampleProfile } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const open = (...args: Parameters<typeof renderAudit>) => {
  app = renderAudit(...args);
  return app.api;
};

test('shows actor, action, target and reason of a staff action', async () => {
  const action = {
    id: createId(80),
    action: 'PROFILE_BANNED',
    actor: { kind: 'staff', id: auditor.id, name: 'reader' },
    target: { kind: 'profile', id: donor, name: sampleProfile(1).nickname },
    reason: 'Sells puppies.',
    dateTime: '2026-11-20T10:30:15.000Z',
  };
  open('/actions', { [`${AUDIT_PATH}/actions`]: [action] });
  const row = (await screen.findByText('Profile banned')).closest('tr');
  expect(row?.textContent).toBe('2026-11-20 10:30:15@readerProfile banned@nickname1Sells puppies.');
});
