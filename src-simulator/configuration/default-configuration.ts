/**
 * The first domain has the large fleet. The secrets are public: the simulator prints them, and they open nothing else.
 */
import { required } from './required-rights.ts';
import type { Client, Configuration, Rights, User, Variants } from './configuration.ts';
import { settingTable } from './setting-table.ts';

const DOMAIN_ID = 'nordwind.europe.logistics';
const OTHER_DOMAIN_ID = 'ostsee.ports';

const operator = {
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

/** May only open the stream. Every other endpoint answers 403. */
const watcher = {
  roles: ['NOTIFICATION_WATCHER'],
  accessRights: ['VIEW_NOTIFICATIONS'],
  solutions: ['CONNECTIVITY'],
  permissions: {
    'notification-stream': ['subscribe'],
    'subscription-inventory': ['read'],
    reports: ['search', 'localize'],
  },
};

export const defaultRights: Readonly<Record<string, Omit<Rights, 'domainId'>>> = { operator, watcher };

const operatorOf = (domainId: string): Rights => ({ domainId, ...operator });
const watcherOf = (domainId: string): Rights => ({ domainId, ...watcher });

// The secrets hold ":", "+" and " " to prove that a client form-encodes them before it builds the Basic header (RFC
// 6749 2.3.1).
export const clients = {
  basic: {
    flow: 'clientCredentials',
    clientId: 'watchfloor-basic',
    clientSecret: 'practice: basic+secret',
    authentication: 'basic',
    rights: operatorOf(DOMAIN_ID),
  },
  post: {
    flow: 'clientCredentials',
    clientId: 'watchfloor-post',
    clientSecret: 'practice: post+secret',
    authentication: 'post',
    rights: operatorOf(DOMAIN_ID),
  },
  limited: {
    flow: 'clientCredentials',
    clientId: 'watchfloor-limited',
    clientSecret: 'practice: limited+secret',
    authentication: 'basic',
    rights: watcherOf(DOMAIN_ID),
  },
  ports: {
    flow: 'clientCredentials',
    clientId: 'watchfloor-ports',
    clientSecret: 'practice: ports+secret',
    authentication: 'basic',
    rights: operatorOf(OTHER_DOMAIN_ID),
  },
  browser: { flow: 'authorizationCode', clientId: 'watchfloor-browser', authentication: 'basic' },
  /** Users sign in to it with a browser, and it has a secret. */
  confidential: {
    flow: 'authorizationCode',
    clientId: 'watchfloor-confidential',
    clientSecret: 'practice: confidential+secret',
    authentication: 'basic',
  },
} as const satisfies Record<string, Client>;

export const users = [
  { username: 'olivia', password: 'practice-operator', rights: operatorOf(DOMAIN_ID) },
  { username: 'walter', password: 'practice-watcher', rights: watcherOf(DOMAIN_ID) },
  { username: 'petra', password: 'practice-ports', rights: operatorOf(OTHER_DOMAIN_ID) },
] as const satisfies readonly User[];

const defaultVariants: Variants = {
  secondSubscriber: settingTable.secondSubscriber.default,
  itemShape: settingTable.itemShape.default,
  detailedMessage: settingTable.detailedMessage.default,
  accessTokens: settingTable.accessTokens.default,
  tokenSeconds: settingTable.tokenSeconds.default,
  pageSize: settingTable.pageSize.default,
  maxLimit: settingTable.maxLimit.default,
  lastPage: settingTable.lastPage.default,
};

export const defaultConfiguration: Configuration = {
  realm: 'iot',
  domains: [
    { id: DOMAIN_ID, subscriptions: settingTable.subscriptions.default },
    { id: OTHER_DOMAIN_ID, subscriptions: 2_000 },
  ],
  clients: Object.values(clients),
  users,
  requiredRights: required,
  variants: defaultVariants,
};
