import { X } from 'lucide-react';

export function CloseButton({ close }: { close: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label="Close" onClick={close}>
      <X size={16} aria-hidden="true" />
    </button>
  );
}
