// A link to a file of the service. The browser fetches it itself, renews no session, and would save a refusal as the
// file. So the session, which may have ended on an idle page, is renewed first.

import { useMutation } from '@tanstack/react-query';
import { type AnchorHTMLAttributes, type MouseEvent, useRef } from 'react';
import { isSignedOut } from '../api/api-error';
import { api, unwrap } from '../api/client';
import { useErrorText } from './error-text';
import { toast } from './toast';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'download' | 'onClick'> & { href: string };

export function DownloadLink({ children, ...rest }: Props) {
  const textOf = useErrorText();
  const isRenewed = useRef(false);
  const renew = useMutation<unknown, Error, HTMLAnchorElement>({
    // any request renews an ended session
    mutationFn: () => unwrap(api.GET('/me')),
    onSuccess: (_, anchor) => {
      isRenewed.current = true;
      anchor.click();
      isRenewed.current = false;
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast(textOf(error));
    },
  });
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isRenewed.current || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!renew.isPending) renew.mutate(event.currentTarget);
  };
  return (
    <a {...rest} download onClick={onClick}>
      {children}
    </a>
  );
}
