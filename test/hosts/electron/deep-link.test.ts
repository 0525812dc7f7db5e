import { expect, test } from 'vitest';
import { type DeepLink, parseDeepLink } from '../../../src-main/hosts/electron/deep-link.ts';

const eid = '89049032000001000000012345678901';
const cause = 'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED';
const leads = (target: unknown, profile: string | null = null) => ({ target, profile }) as DeepLink;

test.each<[string, DeepLink]>([
  [`watchfloor://case/eid:${eid}`, leads({ kind: 'case', key: `eid:${eid}` })],
  [`watchfloor://case/eid%3A${eid}`, leads({ kind: 'case', key: `eid:${eid}` })],
  ['watchfloor://case/request:REQ%2F1', leads({ kind: 'case', key: 'request:REQ/1' })],
  [`watchfloor://group/${cause}`, leads({ kind: 'group', key: cause })],
  [`watchfloor://group/${encodeURIComponent(cause)}`, leads({ kind: 'group', key: cause })],
  ['watchfloor://event/4712', leads({ kind: 'event', seq: 4712 })],
  ['watchfloor://timeline?q=outcome%3Afailed', leads({ kind: 'view', query: 'outcome:failed' })],
  ['watchfloor://timeline', leads({ kind: 'screen', screen: 'timeline' })],
  // Some systems add the slash.
  ['watchfloor://coverage/', leads({ kind: 'screen', screen: 'coverage' })],
  ['WATCHFLOOR://Coverage', leads({ kind: 'screen', screen: 'coverage' })],
  ['watchfloor://event/4712?profile=acme-roaming', leads({ kind: 'event', seq: 4712 }, 'acme-roaming')],
  ['watchfloor://timeline?profile=acme-roaming&q=a', leads({ kind: 'view', query: 'a' }, 'acme-roaming')],
])('[HOST-7] %s leads to its target', (link, expected) => expect(parseDeepLink(link)).toEqual(expected));

test.each([
  '',
  'watchfloor',
  'watchfloor:',
  'watchfloor://',
  'watchfloor:coverage',
  'watchfloor:///coverage',
  'https://coverage',
  'watchfloorx://coverage',
  'watchfloor://nowhere',
  'watchfloor://case',
  'watchfloor://case/',
  'watchfloor://case/imsi:1',
  `watchfloor://case/eid:${'8'.repeat(257)}`,
  `watchfloor://case/${'x'.repeat(4_000)}`,
  'watchfloor://case/../coverage',
  'watchfloor://case/eid:1%00',
  'watchfloor://case/eid:1%0A2',
  'watchfloor://case/eid:%E2%80%AE1',
  'watchfloor://case/%E0%A4%A',
  'watchfloor://group/cause:localization',
  'watchfloor://event/0',
  'watchfloor://event/-1',
  'watchfloor://event/1e9',
  'watchfloor://event/4712/5',
  'watchfloor://event/99999999999999999',
  'watchfloor://user@coverage',
  'watchfloor://user:secret@coverage',
  'watchfloor://coverage:80',
  'watchfloor://coverage#launch=x',
  'watchfloor://coverage/settings',
  'watchfloor://coverage?q=a',
  'watchfloor://coverage?wall',
  'watchfloor://timeline?q=a&q=b',
  'watchfloor://timeline?q=a&next=b',
  'watchfloor://timeline?q=%E2%80%8B',
  `watchfloor://timeline?q=${'a'.repeat(4_097)}`,
  'watchfloor://event/1?profile=../../etc',
  'watchfloor://event/1?profile=',
  'watchfloor://event/1?__proto__=x',
  'watchfloor://settings/__proto__',
])('[HOST-7] %j leads nowhere', (link) => expect(parseDeepLink(link)).toBe(null));
