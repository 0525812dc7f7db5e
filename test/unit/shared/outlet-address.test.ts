import { expect, test } from 'vitest';
import { addressProblem, addressWithSecret } from '../../../src-shared/domain/outlets/outlet-address.ts';

test.for([
  ['https://hooks.example.com/in', null],
  ['https://hooks.example.com/{secret}', null],
  ['https://hooks.example.com/?token={secret}', null],
  ['http://127.0.0.1:9093', null],
  ['http://localhost/x', null],
  ['http://[::1]:8080/', null],
  ['http://10.0.0.1/', 'plain-http'],
  ['http://127.0.0.2/', 'plain-http'],
  ['http://localhost.example.com/', 'plain-http'],
  ['http://127.0.0.1.example.com/', 'plain-http'],
  ['ftp://example.com/', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['https://user:password@example.com/', 'credentials'],
  ['https://{secret}@example.com/', 'credentials'],
  ['https://{secret}/in', 'secret-in-host'],
  ['https://{secret}.example.com/in', 'secret-in-host'],
  ['https://example.com:{secret}/in', 'not-an-address'],
  ['hooks.example.com', 'not-an-address'],
  ['https://example.com/a b', 'not-an-address'],
  ['', 'not-an-address'],
] as const)('[OUTLET-52] an outlet sends only to https, or to this computer: %s', ([address, problem]) => {
  expect(addressProblem(address)).toBe(problem);
});

test.for([
  ['https://Hooks.Example.com:443/in', null],
  ['http://LOCALHOST:80/in', null],
  ['https://[2001:db8::1]:8443/in', null],
  ['https://xn--mnchen-3ya.example/', null],
  [String.raw`http://127.0.0.1\@other/`, 'other-host'],
  [String.raw`https:\\other.example/`, 'other-host'],
  ['https://evil。example/', 'other-host'],
  ['https://ａlerts.example.com/', 'other-host'],
  ['https://münchen.example/', 'other-host'],
  ['http://127.1/', 'other-host'],
  ['http://0x7f000001/', 'other-host'],
  ['http://2130706433/', 'other-host'],
  ['http://[0:0:0:0:0:0:0:1]/', 'other-host'],
  ['https:alerts.example.com', 'other-host'],
  ['https:///alerts.example.com', 'other-host'],
  ['https://ex\u00ADample.com/', 'other-host'],
  ['https://%65xample.com/', 'other-host'],
] as const)('[OUTLET-52] an address shows the host that it leads to: %s', ([address, problem]) => {
  expect(addressProblem(address)).toBe(problem);
});

test.for([
  ['T0/B0/abcDEF', 'https://chat.example.com/services/T0/B0/abcDEF'],
  ['a+b=c', 'https://chat.example.com/services/a+b=c'],
  ['../../admin', null],
  ['a/../b', null],
  ['..', null],
  ['x?y=1', null],
  ['x#y', null],
  ['x y', null],
  ['x\r\nHost: other', null],
  ['\\\\other.example.com', null],
  ['', null],
  [null, null],
] as const)('[OUTLET-52] a secret in an address never changes where a request goes: %j', ([secret, address]) => {
  expect(addressWithSecret('https://chat.example.com/services/{secret}', secret)).toBe(address);
});
