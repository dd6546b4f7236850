// The API service to be started. A separate entry point, because it loads the HTTP server with all routes: a quarter of
// what an admin command would load otherwise.

export { makeApi, type Api } from './server/api';
