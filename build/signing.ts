/**
 * Adds the settings for signing to those of electron-builder. Certificates, keys and names come from the environment
 * (docs/releasing.md). Without any of them, packages are not signed. With some of them, signing must succeed.
 */
import type { Configuration } from 'electron-builder';

type Environment = Readonly<Record<string, string | undefined>>;

const NOTARIZATION = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'] as const;
const AZURE = [
  'AZURE_SIGNING_ENDPOINT',
  'AZURE_SIGNING_ACCOUNT',
  'AZURE_SIGNING_PROFILE',
  'AZURE_TENANT_ID',
  'AZURE_CLIENT_ID',
  'AZURE_CLIENT_SECRET',
  'WATCHFLOOR_PUBLISHER',
] as const;
/** electron-builder itself reads these variables. */
const CERTIFICATES = ['CSC_LINK', 'CSC_KEY_PASSWORD', 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'] as const;

export default function signing(): Configuration {
  // A pipeline passes a missing secret as an empty text, which electron-builder would take for a certificate.
  for (const name of [...NOTARIZATION, ...AZURE, ...CERTIFICATES])
    if (process.env[name] === '') delete process.env[name];
  return signingOf(process.env);
}

/** @throws Error that names the missing variables if a group is set only in part */
export function signingOf(environment: Environment): Configuration {
  const notarize = complete(environment, 'to notarize for macOS', NOTARIZATION, NOTARIZATION) !== null;
  const azure = complete(environment, 'to sign for Windows with Azure', AZURE, AZURE.slice(0, 3));
  const certificate = environment['WIN_CSC_LINK'] ?? environment['CSC_LINK'];
  const publisher = environment['WATCHFLOOR_PUBLISHER'];
  if (notarize && environment['CSC_LINK'] === undefined)
    throw new Error('CSC_LINK is not set: to notarize for macOS, the app must be signed first (docs/releasing.md).');
  if (azure !== null && environment['WIN_CSC_LINK'] !== undefined)
    throw new Error(
      'Windows is signed with Azure or with the certificate of WIN_CSC_LINK: set one of them (docs/releasing.md).',
    );
  return {
    mac: { notarize, forceCodeSigning: environment['CSC_LINK'] !== undefined },
    win: {
      forceCodeSigning: azure !== null || certificate !== undefined,
      ...(azure === null
        ? { signtoolOptions: publisher === undefined ? {} : { publisherName: publisher } }
        : {
            azureSignOptions: {
              publisherName: azure.WATCHFLOOR_PUBLISHER,
              endpoint: azure.AZURE_SIGNING_ENDPOINT,
              codeSigningAccountName: azure.AZURE_SIGNING_ACCOUNT,
              certificateProfileName: azure.AZURE_SIGNING_PROFILE,
            },
          }),
    },
  };
}

/** @returns null if no variable in `signs` is set, which means that signing is not intended */
function complete<Name extends string>(
  environment: Environment,
  purpose: string,
  names: readonly Name[],
  signs: readonly Name[],
): Record<Name, string> | null {
  if (signs.every((name) => environment[name] === undefined)) return null;
  const missing = names.filter((name) => environment[name] === undefined);
  if (missing.length > 0)
    throw new Error(
      `${missing.join(', ')} not set: all of ${names.join(', ')} are needed ${purpose} (docs/releasing.md).`,
    );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name was looked for
  return Object.fromEntries(names.map((name) => [name, environment[name]])) as Record<Name, string>;
}
