import {
  ChartColumn,
  Compass,
  HandHeart,
  House,
  type LucideIcon,
  MessageCircle,
  PawPrint,
} from 'lucide-react';
import type { Role } from '../../../../api/contract/shapes.ts';

export interface MenuEntry {
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Without it the entry is not available yet. */
  readonly to?: string;
  /** Shown to these roles alone. */
  readonly roles?: readonly Role[];
  /** Shows whether there are new messages. */
  readonly dot?: boolean;
}

/** The places of Kindra, in the order of the menu. */
export const MENU_ENTRIES: readonly MenuEntry[] = [
  { label: 'Homepage', Icon: House, to: '/' },
  { label: 'Explore', Icon: Compass },
  { label: 'Messages', Icon: MessageCircle, to: '/conversations', dot: true },
  { label: 'CrowdFundings', Icon: HandHeart, to: '/crowdfundings' },
  { label: 'Adopt', Icon: PawPrint, to: '/adoptable-animals' },
  { label: 'Dashboard', Icon: ChartColumn, to: '/dashboard', roles: ['ADMIN', 'MOD'] },
];
