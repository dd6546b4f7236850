// The cache of answers. What a person may not do is not asked again; what was not reached is, a few times.

import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

const TRIES = 2;

const isWorthAnotherTry = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < TRIES && isWorthAnotherTry(error),
        // an answer of the same address is shown until the new one is there, also offline
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
