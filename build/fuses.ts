/**
 * Electron's fuses, flipped in the packed binary before it is signed: each is said, so that a fuse of a later Electron
 * stops the packaging until somebody decides about it. (electron-builder's own option cannot be that strict.)
 */
import { type FuseConfig, FuseV1Options, FuseVersion } from '@electron/fuses';

export const fuses: FuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The binary is this app and nothing else: no Node, by no variable and by no argument.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // On macOS and Windows; Linux has no such check.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // The page has no cookies, and the key for them would be one more item in the keychain.
  [FuseV1Options.EnableCookieEncryption]: false,
  // The page has a scheme of its own and never needs a file.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // There is one snapshot for all processes.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // Electron's default: faster WebAssembly, which the page's policy refuses anyway.
  [FuseV1Options.WasmTrapHandlers]: true,
};
