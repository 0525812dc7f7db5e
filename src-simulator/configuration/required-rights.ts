/** Rights that each endpoint requires. Not documented; these are the simulator's choice. */
import type { RequiredRights } from '../../src-shared/domain/profile/permission.ts';

export const required = {
  search: { resource: 'subscription-inventory', permissions: ['search'] },
  subscribe: { resource: 'notification-stream', permissions: ['subscribe'] },
  localize: { resource: 'euiccs', permissions: ['localize'], solution: 'EUICC_LOCALIZATION' },
  mode: { resource: 'connectivity-subscriptions', permissions: ['change-mode'] },
  servicePolicy: { resource: 'connectivity-subscriptions', permissions: ['change-service-policy'] },
} as const satisfies Record<string, RequiredRights>;
