import { describe, expect, it } from 'vitest';
import { checkRequest, ownHosts } from '../../../src-main/hosts/web/access-guard.ts';

const OWN = '127.0.0.1:4711';
const hosts = ownHosts(4711, { ipv6: true });

interface Case {
  readonly name: string;
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected: 'allowed' | number;
}

const fromOwnPage = { Origin: `http://${OWN}`, 'X-CSRF': '1', 'Content-Type': 'application/json' };

const requests: readonly Case[] = [
  { name: 'a plain GET', expected: 'allowed' },
  { name: 'a GET with a query, percent signs and all', target: '/?filter=a%2Fb', expected: 'allowed' },
  { name: 'a HEAD', method: 'HEAD', expected: 'allowed' },
  { name: 'localhost', headers: { Host: 'localhost:4711' }, expected: 'allowed' },
  { name: 'the IPv6 loopback', headers: { Host: '[::1]:4711' }, expected: 'allowed' },
  { name: 'no port, although the port is not 80', headers: { Host: '127.0.0.1' }, expected: 421 },
  {
    name: 'a user who typed the address',
    headers: { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' },
    expected: 'allowed',
  },
  {
    name: 'no site, but no navigation either',
    headers: { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'cors' },
    expected: 403,
  },
  {
    name: 'a changing request from no site',
    method: 'POST',
    headers: { ...fromOwnPage, 'Sec-Fetch-Site': 'none' },
    expected: 403,
  },
  { name: 'our page', headers: { 'Sec-Fetch-Site': 'same-origin' }, expected: 'allowed' },
  { name: 'another port of this machine', headers: { 'Sec-Fetch-Site': 'same-site' }, expected: 403 },
  {
    name: 'a link on another site',
    headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
    expected: 403,
  },
  { name: 'our origin', headers: { Origin: `http://${OWN}` }, expected: 'allowed' },
  { name: 'our origin under the other name', headers: { Origin: 'http://localhost:4711' }, expected: 403 },
  { name: 'a POST from our page', method: 'POST', target: '/session', headers: fromOwnPage, expected: 'allowed' },
  {
    name: 'a POST with a charset',
    method: 'POST',
    headers: { ...fromOwnPage, 'Content-Type': 'application/json; charset=UTF-8' },
    expected: 'allowed',
  },
  {
    name: 'a POST whose type only begins like JSON',
    method: 'POST',
    headers: { ...fromOwnPage, 'Content-Type': 'application/json-seq' },
    expected: 415,
  },
  {
    name: 'a POST in chunks',
    method: 'POST',
    headers: { ...fromOwnPage, 'Transfer-Encoding': 'chunked' },
    expected: 400,
  },
  {
    name: 'a preflight of another origin',
    method: 'OPTIONS',
    headers: { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' },
    expected: 403,
  },
  { name: 'a PUT from our page', method: 'PUT', headers: fromOwnPage, expected: 405 },
  { name: 'a target of all hosts', method: 'OPTIONS', target: '*', expected: 400 },
  { name: 'a target with a fragment', target: '/#launch=x', expected: 400 },
];

describe('the access guard', () => {
  it.each(requests)('answers $expected to $name', ({ method = 'GET', target = '/', headers = {}, expected }) => {
    const verdict = checkRequest(
      { method, target, rawHeaders: Object.entries({ Host: OWN, ...headers }).flat() },
      hosts,
    );
    expect(verdict === 'allowed' ? verdict : verdict.status).toBe(expected);
  });

  it('knows the names of its port: without [::1] if another program has it, and without ":80", which browsers omit', () => {
    expect([ownHosts(4711, { ipv6: true }), ownHosts(80, { ipv6: false })]).toEqual([
      new Set(['127.0.0.1:4711', 'localhost:4711', '[::1]:4711']),
      new Set(['127.0.0.1', 'localhost']),
    ]);
  });
});
