// How passwords of people and of links are stored and checked, and which texts may be a link's password.

export { linkPasswordOf, MAX_LINK_PASSWORD, MIN_LINK_PASSWORD, type LinkPassword } from './link-password';
export { hashPassword, isPasswordOf } from './password-hash';
