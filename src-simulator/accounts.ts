/**
 * Who may sign in to the simulated service, and with what rights. The secrets are no secrets: they are printed when
 * the simulator starts and open nothing but it.
 */
import type { RequiredRights } from '../src-shared/domain/permission.ts';

export const REALM = 'iot';
export const DOMAIN_ID = 'nordwind.europe.logistics';

/** The answer of the permissions endpoint: `service-spec.md` "Token permissions response". */
export interface Rights {
  readonly domainId: string;
  readonly roles: readonly string[];
  readonly accessRights: readonly string[];
  readonly solutions: readonly string[];
  readonly permissions: Readonly<Record<string, readonly string[]>>;
}

const operatorRights: Rights = {
  domainId: DOMAIN_ID,
  roles: ['CONNECTIVITY_OPERATOR', 'FLEET_VIEWER'],
  accessRights: ['MANAGE_CONNECTIVITY', 'VIEW_INVENTORY', 'VIEW_NOTIFICATIONS'],
  solutions: ['CONNECTIVITY', 'EUICC_LOCALIZATION'],
  permissions: {
    'subscription-inventory': ['read', 'search'],
    'notification-stream': ['subscribe'],
    euiccs: ['read', 'localize'],
    'connectivity-subscriptions': ['read', 'change-mode', 'change-service-policy'],
    reports: ['read'],
  },
};

/** May watch the stream and nothing else: every other endpoint answers 403. */
const watcherRights: Rights = {
  domainId: DOMAIN_ID,
  roles: ['NOTIFICATION_WATCHER'],
  accessRights: ['VIEW_NOTIFICATIONS'],
  solutions: ['CONNECTIVITY'],
  permissions: {
    'notification-stream': ['subscribe'],
    'subscription-inventory': ['read'],
    reports: ['search', 'localize'],
  },
};

/** What each endpoint asks for. The document does not say; these are the simulator's. */
export const required = {
  search: { resource: 'subscription-inventory', permissions: ['search'] },
  subscribe: { resource: 'notification-stream', permissions: ['subscribe'] },
  localize: { resource: 'euiccs', permissions: ['localize'], solution: 'EUICC_LOCALIZATION' },
  mode: { resource: 'connectivity-subscriptions', permissions: ['change-mode'] },
  servicePolicy: { resource: 'connectivity-subscriptions', permissions: ['change-service-policy'] },
} as const satisfies Record<string, RequiredRights>;

// ":" and "+" and " " prove that a client form-encodes its credentials before it makes the Basic header (RFC 6749 2.3.1).
export const clients = {
  basic: { clientId: 'watchfloor-basic', clientSecret: 'practice: basic+secret' },
  post: { clientId: 'watchfloor-post', clientSecret: 'practice: post+secret' },
  limited: { clientId: 'watchfloor-limited', clientSecret: 'practice: limited+secret' },
  browser: { clientId: 'watchfloor-browser' },
  /** People sign in to it with a browser, and it has a secret of its own. */
  confidential: { clientId: 'watchfloor-confidential', clientSecret: 'practice: confidential+secret' },
} as const;

export const users = [
  { username: 'olivia', password: 'practice-operator' },
  { username: 'walter', password: 'practice-watcher' },
] as const;

const rightsByAccount = new Map<string, Rights>([
  [clients.basic.clientId, operatorRights],
  [clients.post.clientId, operatorRights],
  [clients.limited.clientId, watcherRights],
  [users[0].username, operatorRights],
  [users[1].username, watcherRights],
]);

/** `account`: a user name, or the client id where a client signed in for itself. */
export function rightsOf(account: string): Rights | undefined {
  return rightsByAccount.get(account);
}

export function isPasswordOf(username: string, password: string): boolean {
  return users.some((user) => user.username === username && user.password === password);
}
