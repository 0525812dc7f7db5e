/**
 * Electron's fuses, flipped in the packed binary before it is signed. All are listed, so that a new fuse of a later
 * Electron stops the packaging until someone decides about it. electron-builder's own option cannot be that strict.
 */
import { type FuseConfig, FuseV1Options, FuseVersion } from '@electron/fuses';

export const fuses: FuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The binary runs only this app. No variable and no argument turns it into Node.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // For macOS and Windows; Linux has no such check.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // The page has no cookies, and the encryption key would add an item to the keychain.
  [FuseV1Options.EnableCookieEncryption]: false,
  // The page uses its own scheme and never needs files.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // Electron's default. It speeds up WebAssembly, which the page's policy refuses anyway.
  [FuseV1Options.WasmTrapHandlers]: true,
};
