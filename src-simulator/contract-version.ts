/** Version of the contract files. The major number grows when consumers have to change. */
export const CONTRACT_VERSION = '1.0.0';
