import { expect, test } from 'vitest';
import { createWatchSignIn } from '../../../src-main/core/watch-sign-in.ts';
import { someProfile } from '../../doubles/profile.ts';
import { RecordingStores } from '../../doubles/recording-stores.ts';
import { aGrantSource, watchPorts } from '../../doubles/watch-ports.ts';

test('[SIGN-21] uses a new secret immediately although the token of the old one is still valid', async () => {
  const ports = watchPorts(new RecordingStores());
  let secret = 'last';
  const grants = { ...aGrantSource(secret), read: () => aGrantSource(secret).read(new AbortController().signal) };
  const watched = { profile: someProfile, practice: false, grants };
  const signIn = createWatchSignIn(ports, watched, new AbortController().signal);
  await signIn.tokens.accessToken();
  secret = 'given';
  await signIn.tokens.accessToken();
  const before = [...ports.issuer.secrets];
  signIn.grantChanged('given');
  await signIn.tokens.accessToken();
  expect([before, ports.issuer.secrets]).toEqual([['last'], ['last', 'given']]);
});
