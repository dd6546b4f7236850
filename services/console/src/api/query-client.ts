// The cache of responses. Refused requests are not retried. Requests that reached no server, or failed there, are, a
// few times.

import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

const MAX_RETRIES = 2;

const isRetriable = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < MAX_RETRIES && isRetriable(error),
        // requests run also when the browser is offline; the known response stays until a new one arrives
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
