/** Errors of zlib, Brotli and Zstandard for bytes that are not what the header `Content-Encoding` promises. */
const ENCODING_CODE = /^(?:Z_DATA_ERROR|Z_NEED_DICT|ERR__ERROR_FORMAT_\w+|ZSTD_error_\w+)$/;

/** True if something on the way changed the body of an answer, or its header. A cut answer has another code. */
export function isEncodingCode(code: string): boolean {
  return ENCODING_CODE.test(code);
}
