export function Logo() {
  return (
    <svg width={18} height={18} viewBox="0 0 18 18" aria-hidden="true" focusable="false">
      <circle cx="9" cy="9" r="7.4" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <circle cx="9" cy="9" r="3" fill="currentColor" />
    </svg>
  );
}
