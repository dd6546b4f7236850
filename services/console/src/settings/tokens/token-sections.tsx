// The form for a new token of a kind, and the list of existing tokens.

import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts';
import { ErrorState, LoadingPage } from '../../ui/states';
import { Section } from '../section';
import { NewTokenForm, type TokenBasics } from './new-token-form';
import { type ShownToken, TokenRow } from './token-row';
import { tokenTexts } from './token-texts';

type Props<Token extends ShownToken> = {
  newTitle: string;
  newHint: string;
  title: string;
  tokens: UseQueryResult<Token[]>;
  onCreate: (basics: TokenBasics) => Promise<{ secret: string }>;
  onRevoke: (token: string) => Promise<unknown>;
  /** Called after a creation or a revocation. */
  onChanged: () => Promise<void>;
  /** What a token may do, in words. */
  rightsOf: (token: Token) => string;
  /** The choice of rights. */
  children: ReactNode;
};

export function TokenSections<Token extends ShownToken>(props: Props<Token>) {
  const { newTitle, newHint, title, tokens, onCreate, onRevoke, onChanged, rightsOf, children } = props;
  const t = useTexts(tokenTexts);
  const create = useMutation({ mutationFn: onCreate, onSuccess: onChanged });
  const revoke = useMutation({ mutationFn: onRevoke, onSuccess: onChanged });
  if (!tokens.data) {
    if (tokens.error) return <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />;
    return <LoadingPage />;
  }
  return (
    <>
      <Section title={newTitle} hint={newHint}>
        <NewTokenForm
          secret={create.data?.secret}
          error={create.error}
          isBusy={create.isPending}
          onCreate={(basics) => create.mutate(basics)}
        >
          {children}
        </NewTokenForm>
      </Section>
      <Section title={title}>
        {tokens.data.length === 0 && <p className="hint">{t.none}</p>}
        <ul className="rows">
          {tokens.data.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              error={revoke.variables === token.id ? revoke.error : null}
              isBusy={revoke.isPending}
              onRevoke={() => revoke.mutate(token.id)}
            >
              {rightsOf(token)}
            </TokenRow>
          ))}
        </ul>
      </Section>
    </>
  );
}
