/** Reads the secret from a prompt, so that the shell history does not contain it, and passes it in the environment. */
const asking = (command: string) => `(printf 'Secret: '; read -rs SECRET; echo; export SECRET; ${command})`

const NODE = [
  'const{createHmac,timingSafeEqual}=require("crypto"),',
  'key=Buffer.from(process.env.SECRET.trim().replace("whsec_",""),"base64"),port=process.env.PORT||8787;',
  'require("http").createServer(async(request,response)=>{const chunks=[];for await(const chunk of request)chunks.push(chunk);',
  'const body=Buffer.concat(chunks),{"webhook-id":id="","webhook-timestamp":at="","webhook-signature":all="","webhook-test":test}=request.headers,',
  'expected=createHmac("sha256",key).update(id+"."+at+".").update(body).digest(),',
  'signed=all.split(" ").some(one=>{const given=Buffer.from(one.replace("v1,",""),"base64");',
  'return given.length===expected.length&&timingSafeEqual(given,expected)}),',
  'verdict=signed?Math.abs(Date.now()/1000-at)<300?"signature ok":"signature ok, but too old":"SIGNATURE WRONG";',
  'console.log(new Date().toISOString(),verdict,test?"(test)":"",id,request.method,request.url);',
  'console.log(body.toString().replace(/[^\\x20-\\x7e\\u00a0-\\uffff]/g," "));response.writeHead(204).end()',
  '}).listen(port,"127.0.0.1",()=>console.log("Listening on http://localhost:"+port))',
].join('')

const PYTHON = [
  'import base64,datetime,hashlib,hmac,http.server as http,os,re,time;',
  'key=base64.b64decode(os.environ["SECRET"].strip().replace("whsec_",""));port=int(os.environ.get("PORT",8787));',
  'say=lambda *words:print(*words,flush=True);',
  'take=lambda self:(head:=lambda name:self.headers.get("webhook-"+name,""),',
  'body:=self.rfile.read(int(self.headers.get("content-length",0))),',
  'expected:=base64.b64encode(hmac.new(key,(head("id")+"."+head("timestamp")+".").encode()+body,hashlib.sha256).digest()),',
  'signed:=any(hmac.compare_digest(expected,one.replace("v1,","").encode()) for one in head("signature").split(" ")),',
  'say(datetime.datetime.now().isoformat(),("signature ok" if abs(time.time()-float(head("timestamp")))<300 else "signature ok, but too old") ',
  'if signed else "SIGNATURE WRONG","(test)" if head("test") else "",head("id"),self.command,self.path),',
  'say(re.sub("[^ -~\\u00a0-\\uffff]"," ",body.decode(errors="replace"))),self.send_response(204),self.end_headers());',
  'handler=type("Handler",(http.BaseHTTPRequestHandler,),dict(dict.fromkeys(["do_"+name for name in ',
  '["POST","PUT","PATCH","GET","DELETE"]],take),log_message=lambda *rest:None));',
  'server=http.ThreadingHTTPServer(("127.0.0.1",port),handler);say("Listening on http://localhost:"+str(port));server.serve_forever()',
].join('')

/** Commands for bash and zsh that receive webhooks on a local machine and verify them. They need no packages. */
export const LINES = {
  node: asking(`exec node -e '${NODE}'`),
  python: asking(`exec python3 -c '${PYTHON}'`),
} as const
