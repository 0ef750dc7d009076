import type { Role, StaffRole } from './events.ts';

/** All staff roles. */
export const STAFF_ROLES = ['ADMIN', 'MOD'] as const satisfies readonly StaffRole[];

/** Returns whether a role is a staff role. */
export const isStaffRole = (role: Role): boolean => (STAFF_ROLES as readonly Role[]).includes(role);

/** Returns whether accounts with this role are treated as organizations. */
export const isOrganizationRole = (role: Role): boolean => role === 'ORG' || role === 'ADMIN';
