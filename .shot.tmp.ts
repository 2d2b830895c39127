import { createServer } from 'node:http'
import { readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '/tmp/pay/node_modules/playwright/index.mjs'
import { html } from '/tmp/pay/core/html.ts'
import { page as frame } from '/tmp/pay/core/page.ts'
import { startPaymentSandbox } from '/tmp/pay/sandbox/payment/start.ts'
import { client, aPrice, cards, pay } from '/tmp/pay/sandbox/payment/rig.test.ts'
import { mkdtempSync, readdirSync } from 'node:fs'
const dist='/tmp/pay/dist/client'
const css = readdirSync(join(dist,'assets')).filter(f=>f.endsWith('.css'))
console.log(css)
const shell={brandName:'Parallax Analytics',logo:null,lang:'en',stylesheets:css.filter(f=>/^shop|^index|^style|entry|client/.test(f)).map(f=>'/assets/'+f)}
console.log(shell.stylesheets)
const dress={html,page:(t,b)=>frame(shell,t,b)}
let sb; let now=new Date('2026-11-20T10:00:00Z')
const srv=createServer(async (q,r)=>{ if(await sb.handle(q,r)) return; const f=join(dist,q.url.split('?')[0]); if(existsSync(f)&&q.url!=='/'){r.setHeader('content-type',f.endsWith('.css')?'text/css':f.endsWith('.svg')?'image/svg+xml':'font/woff2');r.end(readFileSync(f))}else r.writeHead(404).end()})
srv.listen(0,'127.0.0.1'); await new Promise(r=>srv.once('listening',r))
const base=`http://127.0.0.1:${srv.address().port}`
sb=await startPaymentSandbox({folder:mkdtempSync('/tmp/shot-'),now:()=>now,dress,publicUrl:base,webhook:{url:base+'/none',secret:'whsec_x'},key:'sk_test_sandbox',every:0})
const stripe=client(sb.apiBase)
const product=await stripe.products.create({name:'Parallax Analytics',description:'All of Parallax Analytics, for one named user.'})
const monthly=await aPrice(stripe,{product:product.id}); const annual=await aPrice(stripe,{product:product.id,unit_amount:118800,recurring:{interval:'year'}}); const weekly=await aPrice(stripe,{product:product.id,unit_amount:4900,recurring:{interval:'week'}})
const customer=await stripe.customers.create({email:'ann.ames@acme.example',name:'Ann Ames'})
const mk=()=>stripe.checkout.sessions.create({mode:'subscription',customer:customer.id,line_items:[{price:annual.id,quantity:1}],success_url:base+'/x',cancel_url:base+'/plans',automatic_tax:{enabled:true},tax_id_collection:{enabled:true}})
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-background-networking','--disable-component-update','--disable-sync']})
const shots=[]
async function shot(name,url,before?){ for (const w of [375,1440]) { const p=await b.newPage({viewport:{width:w,height:900}}); p.on('console',m=>{if(m.type()==='error')console.log(name,m.text())}); await p.goto(url); if(before) await before(p); const over=await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth); console.log(name,w,'overflow',over); await p.screenshot({path:`/tmp/shot-${name}-${w}.png`,fullPage:true}); await p.close()} }
const s=await mk()
await shot('checkout',s.url)
const fill=async(p,n)=>{await p.getByLabel('Card number').fill(n);await p.getByLabel('Expiry').fill('12 / 30');await p.getByLabel('CVC').fill('123');await p.getByRole('button',{name:'Pay',exact:true}).click();await p.waitForLoadState()}
await shot('declined',s.url,p=>fill(p,'4000000000000002'))
await shot('faults',s.url,p=>fill(p,'42'))
const s2=await mk(); await pay(s2.url,{number:cards.pays,total:'118800'})
now=new Date('2027-11-25T10:00:00Z'); await sb.tick()
const portal=await stripe.billingPortal.sessions.create({customer:customer.id,return_url:base+'/account'})
await shot('portal',portal.url)
await shot('cardform',portal.url,p=>p.getByText('Change card').click())
const sub=(await stripe.subscriptions.list()).data[0]
await shot('switch',portal.url+`/switch/${sub.id}/${monthly.id}`)
await shot('cancel',portal.url+`/cancel/${sub.id}`)
const inv=(await stripe.invoices.list()).data[0]
await shot('receipt',inv.hosted_invoice_url)
await b.close(); await sb.stop(); srv.closeAllConnections(); srv.close()
