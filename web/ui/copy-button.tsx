import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { COPIED_MS } from '#contract/limits.ts';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';

type CopyButtonProps = {
  text: string;
  label?: string;
  copiedLabel?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  onCopied?: () => void;
};

export function CopyButton(props: CopyButtonProps) {
  const { text, label = 'Copiar', copiedLabel = 'Copiado', variant = 'line', size, className, onCopied } = props;
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = window.setTimeout(() => setState('idle'), COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      onCopied?.();
    } catch {
      // No permission, or a page served without HTTPS: the text is on the screen to be selected by hand.
      setState('failed');
    }
  };

  return (
    <Button variant={variant} size={size} className={className} onClick={copy}>
      {state === 'copied' ? <Check /> : <Copy />}
      <span aria-live="polite">
        {state === 'idle' && label}
        {state === 'copied' && copiedLabel}
        {state === 'failed' && 'Não foi possível copiar'}
      </span>
    </Button>
  );
}
