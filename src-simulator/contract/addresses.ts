import type { Addresses } from '../listening.ts';

export interface ContractAddresses extends Omit<Addresses, 'isProxied'> {
  readonly realm: string;
}

/** Addresses of `watchfloor simulator --port 4010`, for the contract files in the repository. */
const EXAMPLE = 'http://127.0.0.1:4010';
export const exampleAddresses: ContractAddresses = {
  origin: EXAMPLE,
  baseUrl: EXAMPLE,
  eventsUrl: EXAMPLE,
  authUrl: EXAMPLE,
  realm: 'iot',
};
