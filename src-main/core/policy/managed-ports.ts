/** Puts the fleet policy between the core and its ports, so that page, command, file and import meet the same rules. */
import type { OutletFiles } from '../ports/outlets.ts';
import type { Policy } from '../../../src-shared/api/policy/policy.ts';
import type { ProfileFiles, StoredProfile } from '../ports/profile-files.ts';
import { TokenError, type TokenIssuer } from '../ports/token-issuer.ts';
import { managedOutlets, managedProfile, profileRefusal, refuseOutlets, refuseProfile } from './policy-rules.ts';

export function managedProfileFiles(files: ProfileFiles, policy: Policy): ProfileFiles {
  if (policy.kind === 'none') return files;
  const presets = policy.kind === 'valid' ? (policy.values.profiles ?? []) : [];

  /** The profiles of the policy, whatever is stored, and the others. */
  function managed(stored: readonly StoredProfile[]): readonly StoredProfile[] {
    const ofPolicy = presets.map(({ id }) => stored.find((one) => idOf(one) === id) ?? null);
    const others = stored.filter((one) => !ofPolicy.includes(one));
    return [
      ...presets.map((preset, index) => {
        const found = ofPolicy[index];
        return { kind: 'profile', profile: found?.kind === 'profile' ? found.profile : preset } as const;
      }),
      ...others,
    ].map((one) => (one.kind === 'profile' ? { ...one, profile: managedProfile(policy, one.profile) } : one));
  }

  return {
    async readAll() {
      const stored = await files.readAll();
      const all = managed(stored);
      // Commands read the files. A folder that cannot be written does not keep the page from showing what is stored.
      for (const one of all)
        if (one.kind === 'profile' && isPreset(one) && !isStored(stored, one))
          await files.write(one.profile).catch(() => undefined);
      return all;
    },
    async write(profile) {
      const before = (await files.readAll()).find((one) => idOf(one) === profile.id);
      refuseProfile(policy, profile, before?.kind === 'profile' ? before.profile : undefined);
      await files.write(profile);
    },
    remove: (id, options) => files.remove(id, options),
    parse(text, path) {
      const profile = files.parse(text, path);
      refuseProfile(policy, profile);
      return profile;
    },
  };

  function isPreset(one: StoredProfile): boolean {
    return presets.some(({ id }) => id === idOf(one));
  }
}

function isStored(stored: readonly StoredProfile[], one: StoredProfile): boolean {
  return stored.some((each) => JSON.stringify(each) === JSON.stringify(one));
}

function idOf(one: StoredProfile): string {
  return one.kind === 'profile' ? one.profile.id : one.id;
}

export function managedOutletFiles(files: OutletFiles, policy: Policy): OutletFiles {
  if (policy.kind === 'none') return files;
  const isLocked = policy.kind === 'valid' && policy.values.outlets !== undefined;
  return {
    ...files,
    async read(identity) {
      // Nothing is sent to a receiver that the policy may not know, and nothing of Practice to those that it names.
      if (policy.kind === 'damaged' || (isLocked && identity.practice)) return [];
      return managedOutlets(policy, await files.read(identity));
    },
    async write(identity, outlets) {
      refuseOutlets(policy, outlets);
      // The outlets of the policy are in no file, so those from before it are back when it is removed.
      if (!isLocked) await files.write(identity, outlets);
    },
    refuse: (outlets) => refuseOutlets(policy, outlets),
  };
}

/** Requests no token with a profile that may not be used. */
export function managedIssuer(issuer: TokenIssuer, policy: Policy): TokenIssuer {
  if (policy.kind === 'none') return issuer;
  function check(profile: Parameters<TokenIssuer['clientCredentials']>[0]): void {
    const why = profileRefusal(policy, profile);
    if (why !== null) throw new TokenError({ kind: 'no-grant', why: why.data });
  }
  return {
    async clientCredentials(profile, ...rest) {
      check(profile);
      return issuer.clientCredentials(profile, ...rest);
    },
    async refresh(profile, ...rest) {
      check(profile);
      return issuer.refresh(profile, ...rest);
    },
    async authorization(request) {
      const why = profileRefusal(policy, request.profile);
      if (why !== null) throw why;
      return issuer.authorization(request);
    },
    async revoke(profile, ...rest) {
      return profileRefusal(policy, profile) === null ? issuer.revoke(profile, ...rest) : 'failed';
    },
  };
}
