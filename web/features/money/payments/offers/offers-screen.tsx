import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { useAddressChoice } from '#web/lib/use-address.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { offersForAdminQuery } from '../queue.queries.ts';
import { CouponList } from './coupon-list.tsx';
import { OfferList } from './offer-list.tsx';
import { couponsQuery } from './offers.queries.ts';

const OfferDialog = lazyChunk(() => import('./offer-dialog.tsx'), 'over');
const CouponDialog = lazyChunk(() => import('./coupon-dialog.tsx'), 'over');

type Tab = 'offers' | 'coupons';
/** The row that is being edited, by its id, or a new one. */
type Editing = { tab: Tab; id: number | 'new' };

/** Offers and coupons of the school. */
export default function OffersScreen() {
  const [tab, setTab] = useAddressChoice<Tab>('aba', ['offers', 'coupons']);
  const [editing, setEditing] = useState<Editing | null>(null);
  // Secretaries read; only administrators create and change.
  const mayEdit = isAdmin(useUser());
  return (
    <Page className="md:pt-5">
      <PageHeader
        title="Ofertas e cupons"
        subtitle="O que a escola vende, por quanto, e o que cada compra abre"
        actions={
          mayEdit && (
            <Button onClick={() => setEditing({ tab, id: 'new' })}>
              <Plus /> {tab === 'offers' ? 'Nova oferta' : 'Novo cupom'}
            </Button>
          )
        }
      />
      {!mayEdit && (
        <Notice className="mb-5">
          Só administradores criam e mudam ofertas e cupons. Aqui você confere os que valem.
        </Notice>
      )}
      <Tabs
        label="Ofertas e cupons"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'offers', label: 'Ofertas' },
          { value: 'coupons', label: 'Cupons' },
        ]}
      >
        <TabPanel value="offers">
          <OfferList onEdit={mayEdit ? ({ id }) => setEditing({ tab: 'offers', id }) : null} />
        </TabPanel>
        <TabPanel value="coupons">
          <CouponList onEdit={mayEdit ? ({ id }) => setEditing({ tab: 'coupons', id }) : null} />
        </TabPanel>
      </Tabs>
      {editing && (
        <Suspense>
          {editing.tab === 'offers' ? (
            <EditedOffer id={editing.id} onClose={() => setEditing(null)} />
          ) : (
            <EditedCoupon id={editing.id} onClose={() => setEditing(null)} />
          )}
        </Suspense>
      )}
    </Page>
  );
}

type EditedProps = { id: number | 'new'; onClose: () => void };

/** After a version conflict the dialog starts again with the reloaded offer. */
function EditedOffer({ id, onClose }: EditedProps) {
  const offers = useQuery(offersForAdminQuery);
  const [opened, setOpened] = useState(() => offers.data?.find((offer) => offer.id === id) ?? null);
  const reload = async () => setOpened((await offers.refetch()).data?.find((offer) => offer.id === id) ?? null);
  if (id !== 'new' && !opened) return null;
  return <OfferDialog key={opened?.version} offer={opened} onClose={onClose} onReload={() => void reload()} />;
}

function EditedCoupon({ id, onClose }: EditedProps) {
  const coupons = useQuery(couponsQuery);
  const [opened, setOpened] = useState(() => coupons.data?.find((coupon) => coupon.id === id) ?? null);
  const reload = async () => setOpened((await coupons.refetch()).data?.find((coupon) => coupon.id === id) ?? null);
  if (id !== 'new' && !opened) return null;
  return <CouponDialog key={opened?.version} coupon={opened} onClose={onClose} onReload={() => void reload()} />;
}
