/** Makes a report of the rights of a token, as the backend sends it to the page. */
import type { AccessReport } from '../../src-shared/api/access.ts';

const CHECKED_AT = Date.UTC(2026, 10, 21, 13, 59, 40);

export function accessReport(part: Partial<AccessReport> = {}): AccessReport {
  const resources: AccessReport['resources'] = [
    { resource: 'connectivity-subscriptions', permissions: ['READ', 'UPDATE', 'CREATE'] },
    { resource: 'notification-stream', permissions: ['READ', 'SUBSCRIBE'] },
    { resource: 'users', permissions: ['READ'] },
    { resource: 'billing-reports', permissions: ['READ_OWN_DOMAIN', 'EXPORT'] },
    { resource: 'odd', permissions: null },
  ];
  const tokenClaims = {
    domainId: 'acme.europe.logistics',
    roles: ['NOC_OPERATOR', 'INVENTORY_READER'],
    accessRights: ['PORTAL', 'API'],
    solutions: ['IOT_CONNECT'],
  };
  const permissions = Object.fromEntries(resources.map((each) => [each.resource, each.permissions ?? 'READ']));
  return {
    ...tokenClaims,
    checkedAt: CHECKED_AT,
    keptUntil: CHECKED_AT + 60_000,
    resources,
    undocumented: ['tenantTier', 'mfa'],
    raw: JSON.stringify({ ...tokenClaims, permissions, tenantTier: 'gold', mfa: true }),
    endsAt: CHECKED_AT + 240_000,
    ...part,
  };
}
