import { expect, it } from 'vitest';
import { auditReason } from '../../src/channels/discord/audit-reason.ts';

const sent = (reason: string) => encodeURIComponent(auditReason(reason));

it('is said whole where Discord takes it, on one line', () => {
  expect(auditReason(' anna asked\nfor it ')).toBe('anna asked for it');
});

it.each(['x'.repeat(600), '刪除'.repeat(200), '📰'.repeat(200)])(
  'is cut to what Discord takes: %#',
  (reason) => {
    expect(sent(reason).length).toBeLessThanOrEqual(512);
    expect(sent(reason).length).toBeGreaterThan(450);
    expect(auditReason(reason).endsWith('…')).toBe(true);
  },
);
