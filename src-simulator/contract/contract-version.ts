/** Of the contract files: the first number grows when a consumer has to change. */
export const CONTRACT_VERSION = '1.0.0';
