PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE actions (
	"match" INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	line TEXT NOT NULL, 
	cause TEXT NOT NULL, 
	at DOUBLE NOT NULL, 
	CONSTRAINT pk_actions PRIMARY KEY ("match", seq), 
	CONSTRAINT fk_actions_match_matches FOREIGN KEY("match") REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "actions" VALUES(1,0,1,0,'bid 1','player',1760000000.0);
INSERT INTO "actions" VALUES(1,1,1,1,'bid 2','player',1760000000.0);
INSERT INTO "actions" VALUES(1,2,1,2,'bid 3','player',1760000000.0);
INSERT INTO "actions" VALUES(1,3,1,2,'play 3h 3c','player',1760000000.0);
INSERT INTO "actions" VALUES(1,4,1,0,'play 4s 4d','player',1760000000.0);
INSERT INTO "actions" VALUES(1,5,1,1,'play 9s 9h','player',1760000000.0);
INSERT INTO "actions" VALUES(1,6,1,2,'play Ts Th','player',1760000000.0);
INSERT INTO "actions" VALUES(1,7,1,0,'play Ks Kh','player',1760000000.0);
INSERT INTO "actions" VALUES(1,8,1,1,'play Ah Ac','player',1760000000.0);
INSERT INTO "actions" VALUES(1,9,1,2,'play 2h 2d','player',1760000000.0);
INSERT INTO "actions" VALUES(1,10,1,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,11,1,1,'play x X','player',1760000000.0);
INSERT INTO "actions" VALUES(1,12,1,1,'play 4h','player',1760000000.0);
INSERT INTO "actions" VALUES(1,13,1,2,'play 6s','player',1760000000.0);
INSERT INTO "actions" VALUES(1,14,1,0,'play Tc','player',1760000000.0);
INSERT INTO "actions" VALUES(1,15,1,1,'play Js','player',1760000000.0);
INSERT INTO "actions" VALUES(1,16,1,2,'play Qd','player',1760000000.0);
INSERT INTO "actions" VALUES(1,17,1,0,'play Kd','player',1760000000.0);
INSERT INTO "actions" VALUES(1,18,1,1,'play 2s','player',1760000000.0);
INSERT INTO "actions" VALUES(1,19,1,2,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,20,1,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,21,1,1,'play 5s','player',1760000000.0);
INSERT INTO "actions" VALUES(1,22,1,2,'play 9d','player',1760000000.0);
INSERT INTO "actions" VALUES(1,23,1,0,'play Jd','player',1760000000.0);
INSERT INTO "actions" VALUES(1,24,1,1,'play Qs','player',1760000000.0);
INSERT INTO "actions" VALUES(1,25,1,2,'play Kc','player',1760000000.0);
INSERT INTO "actions" VALUES(1,26,1,0,'play As','player',1760000000.0);
INSERT INTO "actions" VALUES(1,27,1,1,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,28,1,2,'play 2c','player',1760000000.0);
INSERT INTO "actions" VALUES(1,29,1,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,30,1,1,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,31,1,2,'play 4c','player',1760000000.0);
INSERT INTO "actions" VALUES(1,32,1,0,'play 5c','player',1760000000.0);
INSERT INTO "actions" VALUES(1,33,1,1,'play 7c','player',1760000000.0);
INSERT INTO "actions" VALUES(1,34,1,2,'play Ad','player',1760000000.0);
INSERT INTO "actions" VALUES(1,35,1,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,36,1,1,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,37,1,2,'play 5h 5d','player',1760000000.0);
INSERT INTO "actions" VALUES(1,38,1,0,'play 6h 6d','player',1760000000.0);
INSERT INTO "actions" VALUES(1,39,1,1,'play 8s 8h','player',1760000000.0);
INSERT INTO "actions" VALUES(1,40,1,2,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,41,1,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,42,1,1,'play 8c','player',1760000000.0);
INSERT INTO "actions" VALUES(1,43,1,2,'play 9c','player',1760000000.0);
INSERT INTO "actions" VALUES(1,44,1,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,45,1,1,'play Jh','player',1760000000.0);
INSERT INTO "actions" VALUES(1,46,1,2,'play Qc','player',1760000000.0);
INSERT INTO "actions" VALUES(1,47,1,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,48,1,1,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,49,1,2,'play 8d','player',1760000000.0);
INSERT INTO "actions" VALUES(1,50,1,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,51,1,1,'play Qh','player',1760000000.0);
INSERT INTO "actions" VALUES(1,52,2,1,'bid 1','player',1760000000.0);
INSERT INTO "actions" VALUES(1,53,2,2,'bid 2','player',1760000000.0);
INSERT INTO "actions" VALUES(1,54,2,0,'bid 3','player',1760000000.0);
INSERT INTO "actions" VALUES(1,55,2,0,'play 3h','player',1760000000.0);
INSERT INTO "actions" VALUES(1,56,2,1,'play Ts','player',1760000000.0);
INSERT INTO "actions" VALUES(1,57,2,2,'play Ad','player',1760000000.0);
INSERT INTO "actions" VALUES(1,58,2,0,'play 2s','player',1760000000.0);
INSERT INTO "actions" VALUES(1,59,2,1,'play X','player',1760000000.0);
INSERT INTO "actions" VALUES(1,60,2,2,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,61,2,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,62,2,1,'play 3d 4d 5d 6c 7s','player',1760000000.0);
INSERT INTO "actions" VALUES(1,63,2,2,'play 4c 5h 6h 7c 8s','player',1760000000.0);
INSERT INTO "actions" VALUES(1,64,2,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,65,2,1,'play Td Jh Qc Ks Ah','player',1760000000.0);
INSERT INTO "actions" VALUES(1,66,2,2,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,67,2,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,68,2,1,'play 7h 7d','player',1760000000.0);
INSERT INTO "actions" VALUES(1,69,2,2,'play 8d 8c','player',1760000000.0);
INSERT INTO "actions" VALUES(1,70,2,0,'play 9s 9h','player',1760000000.0);
INSERT INTO "actions" VALUES(1,71,2,1,'play 2h 2d','player',1760000000.0);
INSERT INTO "actions" VALUES(1,72,2,2,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,73,2,0,'pass','player',1760000000.0);
INSERT INTO "actions" VALUES(1,74,2,1,'play Kd','player',1760000000.0);
INSERT INTO "actions" VALUES(2,0,1,1,'bid 1','player',1760000000.0);
INSERT INTO "actions" VALUES(2,1,1,2,'pass','ai',1.76000000076498675349e+09);
INSERT INTO "actions" VALUES(2,2,1,0,'bid 2','player',1760000002.0);
INSERT INTO "actions" VALUES(2,3,1,0,'play 3c','player',1760000002.0);
INSERT INTO "actions" VALUES(2,4,1,1,'play 5d','player',1760000002.0);
INSERT INTO "actions" VALUES(2,5,1,2,'play 6d','ai',1760000002.62826);
INSERT INTO "actions" VALUES(2,6,1,0,'play 9s','player',1760000004.0);
INSERT INTO "actions" VALUES(3,0,1,1,'play 3d 3c 4s 4h 4d','player',1760000004.0);
INSERT INTO "actions" VALUES(3,1,1,2,'play 3d 3c 5h 5h 5d','player',1760000004.0);
INSERT INTO "actions" VALUES(3,2,1,3,'play 3s 3h 6h 6d 2h','ai',1.76000000483738851548e+09);
INSERT INTO "actions" VALUES(3,3,1,0,'play 3s 3h 7h 7c 7c','player',1760000006.0);
INSERT INTO "actions" VALUES(3,4,1,1,'play 8c 8c Ad Ad Ac','player',1760000006.0);
INSERT INTO "actions" VALUES(3,5,1,2,'play 8h 8d 2h 2d 2c','player',1760000006.0);
INSERT INTO "actions" VALUES(3,6,1,3,'pass','ai',1.76000000713947844506e+09);
INSERT INTO "actions" VALUES(3,7,1,0,'pass','player',1760000008.0);
INSERT INTO "actions" VALUES(3,8,1,1,'play Qs Qh Qh Qd Qc','player',1760000008.0);
INSERT INTO "actions" VALUES(3,9,1,2,'pass','player',1760000008.0);
INSERT INTO "actions" VALUES(3,10,1,3,'pass','ai',1.76000000870081496238e+09);
INSERT INTO "actions" VALUES(3,11,1,0,'pass','player',1760000010.0);
INSERT INTO "actions" VALUES(3,12,1,1,'play 9s 9h','player',1760000010.0);
INSERT INTO "actions" VALUES(3,13,1,2,'play Td Tc','player',1760000010.0);
INSERT INTO "actions" VALUES(3,14,1,3,'play Ks Ks','ai',1.76000001096420812603e+09);
INSERT INTO "actions" VALUES(3,15,1,0,'play Ah Ac','player',1760000012.0);
INSERT INTO "actions" VALUES(3,16,1,1,'pass','player',1760000012.0);
INSERT INTO "actions" VALUES(3,17,1,2,'pass','player',1760000012.0);
INSERT INTO "actions" VALUES(3,18,1,3,'pass','ai',1.76000001309997987745e+09);
INSERT INTO "actions" VALUES(3,19,1,0,'play 8h 8d 9d 9c Ts Ts','player',1760000014.0);
INSERT INTO "actions" VALUES(3,20,1,1,'pass','player',1760000014.0);
INSERT INTO "actions" VALUES(3,21,1,2,'pass','player',1760000014.0);
INSERT INTO "actions" VALUES(3,22,1,3,'pass','ai',1.76000001492292928693e+09);
INSERT INTO "actions" VALUES(3,23,1,0,'play 4s 4h 4d 6c 6c','player',1760000016.0);
INSERT INTO "actions" VALUES(3,24,1,1,'pass','player',1760000016.0);
INSERT INTO "actions" VALUES(3,25,1,2,'play 6s 6s 6h 9h 9d','player',1760000016.0);
INSERT INTO "actions" VALUES(3,26,1,3,'pass','ai',1.76000001698481392856e+09);
INSERT INTO "actions" VALUES(3,27,1,0,'pass','player',1760000018.0);
INSERT INTO "actions" VALUES(3,28,1,1,'pass','player',1760000018.0);
INSERT INTO "actions" VALUES(3,29,1,2,'play 7s 7s 7d Kh Kd','player',1760000018.0);
INSERT INTO "actions" VALUES(3,30,1,3,'pass','ai',1.76000001934820032118e+09);
INSERT INTO "actions" VALUES(3,31,1,0,'pass','player',1760000020.0);
INSERT INTO "actions" VALUES(3,32,1,1,'pass','player',1760000020.0);
INSERT INTO "actions" VALUES(3,33,1,2,'play 4c','player',1760000020.0);
INSERT INTO "actions" VALUES(3,34,1,3,'play Qc','ai',1.76000002070920538903e+09);
INSERT INTO "actions" VALUES(3,35,1,0,'play Kh','player',1760000022.0);
INSERT INTO "actions" VALUES(3,36,1,1,'play 2s','player',1760000022.0);
INSERT INTO "actions" VALUES(3,37,1,2,'play x','player',1760000022.0);
INSERT INTO "actions" VALUES(3,38,1,3,'pass','ai',1.76000002262855863568e+09);
INSERT INTO "actions" VALUES(3,39,1,0,'play X','player',1760000024.0);
INSERT INTO "actions" VALUES(3,40,1,1,'pass','player',1760000024.0);
INSERT INTO "actions" VALUES(3,41,1,2,'pass','player',1760000024.0);
INSERT INTO "actions" VALUES(3,42,1,3,'pass','ai',1.76000002535300302509e+09);
INSERT INTO "actions" VALUES(3,43,1,0,'play Qs Qd','player',1760000026.0);
INSERT INTO "actions" VALUES(3,44,1,1,'play Kd Kc','player',1760000026.0);
INSERT INTO "actions" VALUES(3,45,1,2,'pass','player',1760000026.0);
INSERT INTO "actions" VALUES(3,46,1,3,'play As Ah','ai',1.76000002707116603856e+09);
INSERT INTO "actions" VALUES(3,47,1,0,'play 2d 2c','player',1760000028.0);
INSERT INTO "actions" VALUES(3,48,1,1,'pass','player',1760000028.0);
INSERT INTO "actions" VALUES(3,49,1,2,'pass','player',1760000028.0);
INSERT INTO "actions" VALUES(3,50,1,3,'pass','ai',1.76000002908068156246e+09);
INSERT INTO "actions" VALUES(3,51,1,0,'play 5c','player',1760000030.0);
INSERT INTO "actions" VALUES(3,52,1,1,'play 6d','player',1760000030.0);
INSERT INTO "actions" VALUES(3,53,1,2,'play Js','player',1760000030.0);
INSERT INTO "actions" VALUES(3,54,1,3,'play 2s','ai',1.76000003075561141973e+09);
INSERT INTO "actions" VALUES(3,55,1,0,'pass','player',1760000032.0);
INSERT INTO "actions" VALUES(3,56,1,1,'play x','player',1760000032.0);
INSERT INTO "actions" VALUES(3,57,1,2,'pass','player',1760000032.0);
INSERT INTO "actions" VALUES(3,58,1,3,'pass','ai',1.76000003277704882616e+09);
INSERT INTO "actions" VALUES(3,59,1,0,'pass','player',1760000034.0);
INSERT INTO "actions" VALUES(3,60,1,1,'play Jh Jc','player',1760000034.0);
INSERT INTO "actions" VALUES(3,61,1,2,'pass','player',1760000034.0);
INSERT INTO "actions" VALUES(3,62,1,3,'play Jh Jd Jd Jc','ai',1.76000003504948735236e+09);
INSERT INTO "actions" VALUES(3,63,1,3,'play 8s 8s 9s 9c Th Td','ai',1.76000003639850354192e+09);
INSERT INTO "actions" VALUES(3,64,1,3,'play 5s 5s 5c 7h 7d','ai',1.76000003762395501138e+09);
INSERT INTO "actions" VALUES(3,65,1,0,'play Th','player',1760000038.0);
INSERT INTO "actions" VALUES(3,66,1,1,'play X','player',1760000038.0);
INSERT INTO "actions" VALUES(3,67,1,2,'pass','player',1760000038.0);
INSERT INTO "actions" VALUES(3,68,1,0,'pass','player',1760000038.0);
INSERT INTO "actions" VALUES(3,69,1,1,'play 5d','player',1760000038.0);
INSERT INTO "actions" VALUES(3,70,1,2,'play Kc','player',1760000038.0);
INSERT INTO "actions" VALUES(3,71,1,0,'pass','player',1760000038.0);
INSERT INTO "actions" VALUES(3,72,1,1,'pass','player',1760000038.0);
INSERT INTO "actions" VALUES(3,73,1,0,'pass','player',1760000038.0);
INSERT INTO "actions" VALUES(3,74,1,1,'pass','player',1760000038.0);
INSERT INTO "actions" VALUES(3,75,2,1,'tribute 3s','player',1760000038.0);
INSERT INTO "actions" VALUES(3,76,2,3,'return 9s','ai',1.760000039153432846e+09);
INSERT INTO "actions" VALUES(3,77,2,1,'play 3s 3d 4s 4c 5s 5d','player',1760000040.0);
INSERT INTO "actions" VALUES(3,78,2,2,'play 9h 9h Ts Td Jd Jd','player',1760000040.0);
INSERT INTO "actions" VALUES(3,79,2,3,'play 3h Qc Ks Kc As As','ai',1.76000004117442631723e+09);
INSERT INTO "actions" VALUES(3,80,2,0,'play 6s 6d 6c 6c','player',1760000042.0);
INSERT INTO "actions" VALUES(3,81,2,1,'play 3h 6h 7h 8h Th','player',1760000042.0);
INSERT INTO "actions" VALUES(3,82,2,2,'pass','player',1760000042.0);
INSERT INTO "actions" VALUES(3,83,2,3,'pass','ai',1.76000004320567965507e+09);
INSERT INTO "actions" VALUES(3,84,2,0,'pass','player',1760000044.0);
INSERT INTO "actions" VALUES(3,85,2,1,'play Ts Td','player',1760000044.0);
INSERT INTO "actions" VALUES(3,86,2,2,'play Kh Kh','player',1760000044.0);
INSERT INTO "actions" VALUES(3,87,2,3,'play 3s 3c','ai',1.76000004510379385951e+09);
INSERT INTO "actions" VALUES(3,88,2,0,'play Js Jh Jh Jc','player',1760000046.0);
INSERT INTO "actions" VALUES(3,89,2,1,'play Qs Qs Qh Qd','player',1760000046.0);
INSERT INTO "actions" VALUES(3,90,2,2,'pass','player',1760000046.0);
INSERT INTO "actions" VALUES(3,91,2,3,'pass','ai',1.76000004704103732108e+09);
INSERT INTO "actions" VALUES(3,92,2,0,'pass','player',1760000048.0);
INSERT INTO "actions" VALUES(3,93,2,1,'play 2d','player',1760000048.0);
INSERT INTO "actions" VALUES(3,94,2,2,'play 4s','player',1760000048.0);
INSERT INTO "actions" VALUES(3,95,2,3,'play X','ai',1.76000004876432228091e+09);
INSERT INTO "actions" VALUES(3,96,2,0,'pass','player',1760000050.0);
INSERT INTO "actions" VALUES(3,97,2,1,'play 9s 9s 9c 9c','player',1760000050.0);
INSERT INTO "actions" VALUES(3,98,2,2,'pass','player',1760000050.0);
INSERT INTO "actions" VALUES(3,99,2,3,'pass','ai',1.76000005131016755109e+09);
INSERT INTO "actions" VALUES(3,100,2,0,'pass','player',1760000052.0);
INSERT INTO "actions" VALUES(3,101,2,1,'play 4c','player',1760000052.0);
INSERT INTO "actions" VALUES(3,102,2,2,'play 6s','player',1760000052.0);
INSERT INTO "actions" VALUES(3,103,2,3,'play x','ai',1.76000005323478651052e+09);
INSERT INTO "actions" VALUES(3,104,2,0,'pass','player',1760000054.0);
INSERT INTO "actions" VALUES(3,105,2,1,'pass','player',1760000054.0);
INSERT INTO "actions" VALUES(3,106,2,2,'play X','player',1760000054.0);
INSERT INTO "actions" VALUES(3,107,2,3,'pass','ai',1.76000005515731191632e+09);
INSERT INTO "actions" VALUES(3,108,2,0,'pass','player',1760000056.0);
INSERT INTO "actions" VALUES(3,109,2,1,'pass','player',1760000056.0);
INSERT INTO "actions" VALUES(3,110,2,2,'play Ad Ac 2s 2d 2c','player',1760000056.0);
INSERT INTO "actions" VALUES(3,111,2,3,'play 6h 6d Ah Ad Ac','ai',1.76000005731241917607e+09);
INSERT INTO "actions" VALUES(3,112,2,0,'pass','player',1760000058.0);
INSERT INTO "actions" VALUES(3,113,2,1,'pass','player',1760000058.0);
INSERT INTO "actions" VALUES(3,114,2,2,'play 5s 5h 5d 5c','player',1760000058.0);
INSERT INTO "actions" VALUES(3,115,2,3,'pass','ai',1.76000005921682739257e+09);
INSERT INTO "actions" VALUES(3,116,2,0,'pass','player',1760000060.0);
INSERT INTO "actions" VALUES(3,117,2,1,'pass','player',1760000060.0);
INSERT INTO "actions" VALUES(3,118,2,2,'play 9d Tc Jc Qh Kd','player',1760000060.0);
INSERT INTO "actions" VALUES(3,119,2,3,'pass','ai',1.76000006124723768234e+09);
INSERT INTO "actions" VALUES(3,120,2,0,'pass','player',1760000062.0);
INSERT INTO "actions" VALUES(3,121,2,1,'pass','player',1760000062.0);
INSERT INTO "actions" VALUES(3,122,2,2,'play 7c','player',1760000062.0);
INSERT INTO "actions" VALUES(3,123,2,3,'pass','ai',1.76000006308949303625e+09);
INSERT INTO "actions" VALUES(3,124,2,0,'play 8s','player',1760000064.0);
INSERT INTO "actions" VALUES(3,125,2,1,'play Js','player',1760000064.0);
INSERT INTO "actions" VALUES(3,126,2,2,'play 3c','player',1760000064.0);
INSERT INTO "actions" VALUES(3,127,2,3,'pass','ai',1.76000006527746987337e+09);
INSERT INTO "actions" VALUES(3,128,2,0,'play x','player',1760000066.0);
INSERT INTO "actions" VALUES(3,129,2,1,'pass','player',1760000066.0);
INSERT INTO "actions" VALUES(3,130,2,3,'play 7s 7s 7h 7d 7c','ai',1.76000006712019562717e+09);
INSERT INTO "actions" VALUES(3,131,2,0,'pass','player',1760000068.0);
INSERT INTO "actions" VALUES(3,132,2,3,'play 8s 8d 8c 2s 2c','ai',1.76000006896811079983e+09);
INSERT INTO "actions" VALUES(3,133,2,0,'play 4h 4d Ks Kd Kc','player',1760000070.0);
INSERT INTO "actions" VALUES(3,134,2,0,'play 2h 2h','player',1760000070.0);
INSERT INTO "actions" VALUES(3,135,2,1,'pass','player',1760000070.0);
INSERT INTO "actions" VALUES(3,136,2,3,'play 4h 4d','ai',1.76000007116728496552e+09);
INSERT INTO "actions" VALUES(3,137,2,0,'play 5h 5c','player',1760000072.0);
INSERT INTO "actions" VALUES(3,138,2,1,'pass','player',1760000072.0);
INSERT INTO "actions" VALUES(3,139,2,0,'play 8h 8c','player',1760000072.0);
INSERT INTO "actions" VALUES(3,140,2,1,'pass','player',1760000072.0);
INSERT INTO "actions" VALUES(3,141,2,0,'play Th Tc','player',1760000072.0);
INSERT INTO "actions" VALUES(3,142,2,1,'pass','player',1760000072.0);
INSERT INTO "actions" VALUES(3,143,2,0,'play Qd Qc','player',1760000072.0);
INSERT INTO "actions" VALUES(3,144,2,1,'pass','player',1760000072.0);
INSERT INTO "actions" VALUES(3,145,2,0,'play 9d','player',1760000072.0);
INSERT INTO "actions" VALUES(3,146,2,1,'play Ah','player',1760000072.0);
INSERT INTO "actions" VALUES(3,147,2,0,'play 3d','player',1760000072.0);
INSERT INTO "actions" VALUES(3,148,3,1,'tribute x','player',1760000072.0);
INSERT INTO "actions" VALUES(3,149,3,2,'return 3h','player',1760000072.0);
INSERT INTO "actions" VALUES(3,150,3,1,'play 3h 3c 2s 2h 2d','player',1760000072.0);
INSERT INTO "actions" VALUES(3,151,3,2,'play 4s 4c 6s 6h 6d','player',1760000072.0);
INSERT INTO "actions" VALUES(3,152,3,3,'play 8s 8c Js Jh Jc','ai',1.76000007289951658244e+09);
INSERT INTO "actions" VALUES(3,153,3,0,'play 4d 4d As Ad Ad','player',1760000074.0);
INSERT INTO "actions" VALUES(3,154,3,1,'play 4h 6d 7d 8d Td','player',1760000074.0);
INSERT INTO "actions" VALUES(3,155,3,2,'pass','player',1760000074.0);
INSERT INTO "actions" VALUES(3,156,3,3,'pass','ai',1.76000007466041731834e+09);
INSERT INTO "actions" VALUES(3,157,3,0,'play 4h 7s 9s Ts Js','player',1760000076.0);
INSERT INTO "actions" VALUES(3,158,3,1,'pass','player',1760000076.0);
INSERT INTO "actions" VALUES(3,159,3,2,'pass','player',1760000076.0);
INSERT INTO "actions" VALUES(3,160,3,3,'pass','ai',1.76000007709857606884e+09);
INSERT INTO "actions" VALUES(3,161,3,0,'play 5s 5h 5c Tc Tc','player',1760000078.0);
INSERT INTO "actions" VALUES(3,162,3,1,'play 7h 7d Qs Qd Qc','player',1760000078.0);
INSERT INTO "actions" VALUES(3,163,3,2,'play 7s 7h 7c 7c','player',1760000078.0);
INSERT INTO "actions" VALUES(3,164,3,3,'pass','ai',1.76000007891035389895e+09);
INSERT INTO "actions" VALUES(3,165,3,0,'play 8s 8h 8h 8c','player',1760000080.0);
INSERT INTO "actions" VALUES(3,166,3,1,'play As Ah Ac Ac','player',1760000080.0);
INSERT INTO "actions" VALUES(3,167,3,2,'pass','player',1760000080.0);
INSERT INTO "actions" VALUES(3,168,3,3,'pass','ai',1.76000008060323953626e+09);
INSERT INTO "actions" VALUES(3,169,3,0,'pass','player',1760000082.0);
INSERT INTO "actions" VALUES(3,170,3,1,'play Jd Jc','player',1760000082.0);
INSERT INTO "actions" VALUES(3,171,3,2,'play Ks Kh','player',1760000082.0);
INSERT INTO "actions" VALUES(3,172,3,3,'play 4s 4c','ai',1.76000008270603156088e+09);
INSERT INTO "actions" VALUES(3,173,3,0,'pass','player',1760000084.0);
INSERT INTO "actions" VALUES(3,174,3,1,'pass','player',1760000084.0);
INSERT INTO "actions" VALUES(3,175,3,2,'play x x','player',1760000084.0);
INSERT INTO "actions" VALUES(3,176,3,3,'pass','ai',1.760000084639844656e+09);
INSERT INTO "actions" VALUES(3,177,3,0,'pass','player',1760000086.0);
INSERT INTO "actions" VALUES(3,178,3,1,'pass','player',1760000086.0);
INSERT INTO "actions" VALUES(3,179,3,2,'play 5d 5d','player',1760000086.0);
INSERT INTO "actions" VALUES(3,180,3,3,'play 9d 9d','ai',1.76000008722362852094e+09);
INSERT INTO "actions" VALUES(3,181,3,0,'play Qs Qd','player',1760000088.0);
INSERT INTO "actions" VALUES(3,182,3,1,'play Ks Kd','player',1760000088.0);
INSERT INTO "actions" VALUES(3,183,3,2,'play 9h 9h 9c 9c','player',1760000088.0);
INSERT INTO "actions" VALUES(3,184,3,3,'pass','ai',1.76000008921483945848e+09);
INSERT INTO "actions" VALUES(3,185,3,0,'pass','player',1760000090.0);
INSERT INTO "actions" VALUES(3,186,3,1,'pass','player',1760000090.0);
INSERT INTO "actions" VALUES(3,187,3,2,'play 3d','player',1760000090.0);
INSERT INTO "actions" VALUES(3,188,3,3,'play Qh','ai',1.7600000907014622688e+09);
INSERT INTO "actions" VALUES(3,189,3,0,'play Kh','player',1760000092.0);
INSERT INTO "actions" VALUES(3,190,3,1,'pass','player',1760000092.0);
INSERT INTO "actions" VALUES(3,191,3,2,'play Ah','player',1760000092.0);
INSERT INTO "actions" VALUES(3,192,3,3,'pass','ai',1.76000009283257794379e+09);
INSERT INTO "actions" VALUES(3,193,3,0,'pass','player',1760000094.0);
INSERT INTO "actions" VALUES(3,194,3,1,'pass','player',1760000094.0);
INSERT INTO "actions" VALUES(3,195,3,2,'play 6c','player',1760000094.0);
INSERT INTO "actions" VALUES(3,196,3,3,'play X','ai',1.7600000952890870571e+09);
INSERT INTO "actions" VALUES(3,197,3,0,'pass','player',1760000096.0);
INSERT INTO "actions" VALUES(3,198,3,1,'pass','player',1760000096.0);
INSERT INTO "actions" VALUES(3,199,3,2,'pass','player',1760000096.0);
INSERT INTO "actions" VALUES(3,200,3,3,'play 5s 5h Ts Th Th','ai',1.76000009712510752674e+09);
INSERT INTO "actions" VALUES(3,201,3,0,'pass','player',1760000098.0);
INSERT INTO "actions" VALUES(3,202,3,1,'pass','player',1760000098.0);
INSERT INTO "actions" VALUES(3,203,3,2,'pass','player',1760000098.0);
INSERT INTO "actions" VALUES(3,204,3,3,'play Kd Kc','ai',1.76000009873230361936e+09);
INSERT INTO "actions" VALUES(3,205,3,0,'pass','player',1760000100.0);
INSERT INTO "actions" VALUES(3,206,3,1,'pass','player',1760000100.0);
INSERT INTO "actions" VALUES(3,207,3,2,'pass','player',1760000100.0);
INSERT INTO "actions" VALUES(3,208,3,3,'play 6c','ai',1.760000101217436552e+09);
INSERT INTO "actions" VALUES(3,209,3,0,'play Jd','player',1760000102.0);
INSERT INTO "actions" VALUES(3,210,3,1,'play Qc','player',1760000102.0);
INSERT INTO "actions" VALUES(3,211,3,2,'play X','player',1760000102.0);
INSERT INTO "actions" VALUES(3,212,3,3,'play 3s 3h 3d 3c','ai',1.76000010312235355379e+09);
INSERT INTO "actions" VALUES(3,213,3,0,'pass','player',1760000104.0);
INSERT INTO "actions" VALUES(3,214,3,2,'pass','player',1760000104.0);
INSERT INTO "actions" VALUES(3,215,3,3,'play 2s 2h 2c 2c','ai',1.76000010497158885006e+09);
INSERT INTO "actions" VALUES(3,216,3,0,'pass','player',1760000106.0);
INSERT INTO "actions" VALUES(3,217,3,2,'pass','player',1760000106.0);
INSERT INTO "actions" VALUES(3,218,3,1,'play 5c','player',1760000106.0);
INSERT INTO "actions" VALUES(3,219,3,2,'play 8d','player',1760000106.0);
INSERT INTO "actions" VALUES(3,220,3,0,'play Kc','player',1760000106.0);
INSERT INTO "actions" VALUES(3,221,3,1,'pass','player',1760000106.0);
INSERT INTO "actions" VALUES(3,222,3,2,'pass','player',1760000106.0);
INSERT INTO "actions" VALUES(3,223,3,0,'play 2d','player',1760000106.0);
INSERT INTO "actions" VALUES(3,224,3,1,'play 6h','player',1760000106.0);
INSERT INTO "actions" VALUES(3,225,3,2,'play Td','player',1760000106.0);
INSERT INTO "actions" VALUES(3,226,3,0,'pass','player',1760000106.0);
INSERT INTO "actions" VALUES(3,227,3,1,'pass','player',1760000106.0);
INSERT INTO "actions" VALUES(3,228,3,2,'play Jh','player',1760000106.0);
INSERT INTO "actions" VALUES(3,229,3,0,'pass','player',1760000106.0);
INSERT INTO "actions" VALUES(3,230,3,1,'pass','player',1760000106.0);
INSERT INTO "actions" VALUES(3,231,3,0,'pass','player',1760000106.0);
INSERT INTO "actions" VALUES(3,232,3,1,'pass','player',1760000106.0);
INSERT INTO "actions" VALUES(3,233,3,0,'play 3s','player',1760000106.0);
INSERT INTO "actions" VALUES(3,234,3,1,'play 9s','player',1760000106.0);
INSERT INTO "actions" VALUES(3,235,4,0,'tribute 5s','player',1760000106.0);
INSERT INTO "actions" VALUES(3,236,4,3,'return 7s','ai',1.76000010700385141372e+09);
INSERT INTO "actions" VALUES(3,237,4,0,'play Js Jh Jd Qs Qh Qd','player',1760000108.0);
INSERT INTO "actions" VALUES(3,238,4,1,'play Qs Qd Qc Ks Ks Kd','player',1760000108.0);
INSERT INTO "actions" VALUES(3,239,4,2,'play 4h 4d 4c 4c','player',1760000108.0);
INSERT INTO "actions" VALUES(3,240,4,3,'pass','ai',1.76000010868343424795e+09);
INSERT INTO "actions" VALUES(3,241,4,0,'play 9s 9h 9d 9d 9c','player',1760000110.0);
INSERT INTO "actions" VALUES(3,242,4,1,'play 4s 5h 5h 6s 7s as 3 4 5 6 7','player',1760000110.0);
INSERT INTO "actions" VALUES(3,243,4,2,'pass','player',1760000110.0);
INSERT INTO "actions" VALUES(3,244,4,3,'pass','ai',1.76000011100636386874e+09);
INSERT INTO "actions" VALUES(3,245,4,0,'pass','player',1760000112.0);
INSERT INTO "actions" VALUES(3,246,4,1,'play 7d 8c 9h Ts Jh','player',1760000112.0);
INSERT INTO "actions" VALUES(3,247,4,2,'pass','player',1760000112.0);
INSERT INTO "actions" VALUES(3,248,4,3,'play Ts Js Qh Kc As','ai',1.76000011297206473354e+09);
INSERT INTO "actions" VALUES(3,249,4,0,'pass','player',1760000114.0);
INSERT INTO "actions" VALUES(3,250,4,1,'pass','player',1760000114.0);
INSERT INTO "actions" VALUES(3,251,4,2,'pass','player',1760000114.0);
INSERT INTO "actions" VALUES(3,252,4,3,'play 3s 3h 3c 2s 2c','ai',1.76000011534357547757e+09);
INSERT INTO "actions" VALUES(3,253,4,0,'play 3s 3d Ah Ad Ac','player',1760000116.0);
INSERT INTO "actions" VALUES(3,254,4,1,'pass','player',1760000116.0);
INSERT INTO "actions" VALUES(3,255,4,2,'pass','player',1760000116.0);
INSERT INTO "actions" VALUES(3,256,4,3,'pass','ai',1.76000011721927094457e+09);
INSERT INTO "actions" VALUES(3,257,4,0,'play 6h 6c','player',1760000118.0);
INSERT INTO "actions" VALUES(3,258,4,1,'play Ah Ac','player',1760000118.0);
INSERT INTO "actions" VALUES(3,259,4,2,'pass','player',1760000118.0);
INSERT INTO "actions" VALUES(3,260,4,3,'pass','ai',1.76000011927393293373e+09);
INSERT INTO "actions" VALUES(3,261,4,0,'play 5s 5d','player',1760000120.0);
INSERT INTO "actions" VALUES(3,262,4,1,'play x x','player',1760000120.0);
INSERT INTO "actions" VALUES(3,263,4,2,'pass','player',1760000120.0);
INSERT INTO "actions" VALUES(3,264,4,3,'pass','ai',1.76000012082069325451e+09);
INSERT INTO "actions" VALUES(3,265,4,0,'pass','player',1760000122.0);
INSERT INTO "actions" VALUES(3,266,4,1,'play 2d 2d','player',1760000122.0);
INSERT INTO "actions" VALUES(3,267,4,2,'play 3h 3d','player',1760000122.0);
INSERT INTO "actions" VALUES(3,268,4,3,'play 4h 4d','ai',1.76000012317822456357e+09);
INSERT INTO "actions" VALUES(3,269,4,0,'play 8s 8c','player',1760000124.0);
INSERT INTO "actions" VALUES(3,270,4,1,'pass','player',1760000124.0);
INSERT INTO "actions" VALUES(3,271,4,2,'play Jc Jc','player',1760000124.0);
INSERT INTO "actions" VALUES(3,272,4,3,'pass','ai',1.7600001249723935127e+09);
INSERT INTO "actions" VALUES(3,273,4,0,'pass','player',1760000126.0);
INSERT INTO "actions" VALUES(3,274,4,1,'pass','player',1760000126.0);
INSERT INTO "actions" VALUES(3,275,4,2,'play 6s 6d 6c 7h 7d 7c','player',1760000126.0);
INSERT INTO "actions" VALUES(3,276,4,3,'pass','ai',1.76000012718798375132e+09);
INSERT INTO "actions" VALUES(3,277,4,0,'pass','player',1760000128.0);
INSERT INTO "actions" VALUES(3,278,4,1,'pass','player',1760000128.0);
INSERT INTO "actions" VALUES(3,279,4,2,'play As Ad 2h 2h 2c','player',1760000128.0);
INSERT INTO "actions" VALUES(3,280,4,3,'play 7h 7c Th Th Td','ai',1.76000012868349599835e+09);
INSERT INTO "actions" VALUES(3,281,4,0,'pass','player',1760000130.0);
INSERT INTO "actions" VALUES(3,282,4,1,'pass','player',1760000130.0);
INSERT INTO "actions" VALUES(3,283,4,2,'play 8s 8h Kh Kh Kd','player',1760000130.0);
INSERT INTO "actions" VALUES(3,284,4,3,'play 5s 5d 5c 6h 6d','ai',1.76000013111882853511e+09);
INSERT INTO "actions" VALUES(3,285,4,0,'pass','player',1760000132.0);
INSERT INTO "actions" VALUES(3,286,4,1,'pass','player',1760000132.0);
INSERT INTO "actions" VALUES(3,287,4,3,'play Jd','ai',1.76000013325653743749e+09);
INSERT INTO "actions" VALUES(3,288,4,0,'play Kc','player',1760000134.0);
INSERT INTO "actions" VALUES(3,289,4,1,'play X','player',1760000134.0);
INSERT INTO "actions" VALUES(3,290,4,2,'pass','player',1760000134.0);
INSERT INTO "actions" VALUES(3,291,4,3,'pass','ai',1.76000013522460150715e+09);
INSERT INTO "actions" VALUES(3,292,4,0,'pass','player',1760000136.0);
INSERT INTO "actions" VALUES(3,293,4,1,'play 3c','player',1760000136.0);
INSERT INTO "actions" VALUES(3,294,4,2,'play 8h','player',1760000136.0);
INSERT INTO "actions" VALUES(3,295,4,3,'play 9c','ai',1.76000013710654807088e+09);
INSERT INTO "actions" VALUES(3,296,4,0,'play Tc','player',1760000138.0);
INSERT INTO "actions" VALUES(3,297,4,1,'play Qc','player',1760000138.0);
INSERT INTO "actions" VALUES(3,298,4,2,'play X','player',1760000138.0);
INSERT INTO "actions" VALUES(3,299,4,3,'pass','ai',1.76000013888655114173e+09);
INSERT INTO "actions" VALUES(3,300,4,0,'pass','player',1760000140.0);
INSERT INTO "actions" VALUES(3,301,4,1,'pass','player',1760000140.0);
INSERT INTO "actions" VALUES(3,302,4,3,'play 5c','ai',1.76000014099295282359e+09);
INSERT INTO "actions" VALUES(3,303,4,0,'pass','player',1760000142.0);
INSERT INTO "actions" VALUES(3,304,4,1,'pass','player',1760000142.0);
INSERT INTO "actions" VALUES(3,305,4,3,'play 8d 8d','ai',1.76000014291463494301e+09);
INSERT INTO "actions" VALUES(3,306,4,0,'pass','player',1760000144.0);
INSERT INTO "actions" VALUES(3,307,4,1,'pass','player',1760000144.0);
INSERT INTO "actions" VALUES(3,308,4,1,'play 4s','player',1760000144.0);
INSERT INTO "actions" VALUES(3,309,4,0,'play 7s','player',1760000144.0);
INSERT INTO "actions" VALUES(3,310,4,1,'play Td','player',1760000144.0);
INSERT INTO "actions" VALUES(3,311,5,0,'tribute x','player',1760000144.0);
INSERT INTO "actions" VALUES(3,312,5,2,'return 3s','player',1760000144.0);
INSERT INTO "actions" VALUES(3,313,5,0,'play As Ah Ac 2s 2d 2c','player',1760000144.0);
INSERT INTO "actions" VALUES(3,314,5,1,'play 5h 9c 9c Ts Th Td','player',1760000144.0);
INSERT INTO "actions" VALUES(3,315,5,2,'play Ks Kd Kd As Ad Ac','player',1760000144.0);
INSERT INTO "actions" VALUES(3,316,5,3,'play 9s 9s 9h 9d 9d','ai',1.76000014515681242948e+09);
INSERT INTO "actions" VALUES(3,317,5,0,'play 3s 3s 3h 3h 3d 3c','player',1760000146.0);
INSERT INTO "actions" VALUES(3,318,5,1,'pass','player',1760000146.0);
INSERT INTO "actions" VALUES(3,319,5,2,'pass','player',1760000146.0);
INSERT INTO "actions" VALUES(3,320,5,3,'pass','ai',1.76000014696106910701e+09);
INSERT INTO "actions" VALUES(3,321,5,0,'play 4s 4s 5s 5c 6d 6c','player',1760000148.0);
INSERT INTO "actions" VALUES(3,322,5,1,'play 6s 6d 7h 7c 8s 8h','player',1760000148.0);
INSERT INTO "actions" VALUES(3,323,5,2,'play 5h 7s 7h 8s 8d 9h','player',1760000148.0);
INSERT INTO "actions" VALUES(3,324,5,3,'pass','ai',1.76000014887253451341e+09);
INSERT INTO "actions" VALUES(3,325,5,0,'play Qs Qh Qd Qc','player',1760000150.0);
INSERT INTO "actions" VALUES(3,326,5,1,'pass','player',1760000150.0);
INSERT INTO "actions" VALUES(3,327,5,2,'pass','player',1760000150.0);
INSERT INTO "actions" VALUES(3,328,5,3,'pass','ai',1.76000015097988986973e+09);
INSERT INTO "actions" VALUES(3,329,5,0,'play 4d','player',1760000152.0);
INSERT INTO "actions" VALUES(3,330,5,1,'play Tc','player',1760000152.0);
INSERT INTO "actions" VALUES(3,331,5,2,'play Js','player',1760000152.0);
INSERT INTO "actions" VALUES(3,332,5,3,'play Qc','ai',1.7600001531484336853e+09);
INSERT INTO "actions" VALUES(3,333,5,0,'pass','player',1760000154.0);
INSERT INTO "actions" VALUES(3,334,5,1,'play Ks','player',1760000154.0);
INSERT INTO "actions" VALUES(3,335,5,2,'play 5s','player',1760000154.0);
INSERT INTO "actions" VALUES(3,336,5,3,'play x','ai',1.76000015504529333121e+09);
INSERT INTO "actions" VALUES(3,337,5,0,'pass','player',1760000156.0);
INSERT INTO "actions" VALUES(3,338,5,1,'play Jh Jd Jc Jc','player',1760000156.0);
INSERT INTO "actions" VALUES(3,339,5,2,'pass','player',1760000156.0);
INSERT INTO "actions" VALUES(3,340,5,3,'pass','ai',1.76000015668624377246e+09);
INSERT INTO "actions" VALUES(3,341,5,0,'pass','player',1760000158.0);
INSERT INTO "actions" VALUES(3,342,5,1,'play Qs Qd 2h 2d 2c','player',1760000158.0);
INSERT INTO "actions" VALUES(3,343,5,2,'play 3d 3c Ts Th Td','player',1760000158.0);
INSERT INTO "actions" VALUES(3,344,5,3,'pass','ai',1.76000015932154297831e+09);
INSERT INTO "actions" VALUES(3,345,5,0,'pass','player',1760000160.0);
INSERT INTO "actions" VALUES(3,346,5,1,'pass','player',1760000160.0);
INSERT INTO "actions" VALUES(3,347,5,2,'play 7d 7c','player',1760000160.0);
INSERT INTO "actions" VALUES(3,348,5,3,'play Ah Ad','ai',1.76000016131195664405e+09);
INSERT INTO "actions" VALUES(3,349,5,0,'pass','player',1760000162.0);
INSERT INTO "actions" VALUES(3,350,5,1,'pass','player',1760000162.0);
INSERT INTO "actions" VALUES(3,351,5,2,'pass','player',1760000162.0);
INSERT INTO "actions" VALUES(3,352,5,3,'play 6s 6h 6h Jh Jd','ai',1.76000016302452230452e+09);
INSERT INTO "actions" VALUES(3,353,5,0,'pass','player',1760000164.0);
INSERT INTO "actions" VALUES(3,354,5,1,'pass','player',1760000164.0);
INSERT INTO "actions" VALUES(3,355,5,2,'pass','player',1760000164.0);
INSERT INTO "actions" VALUES(3,356,5,3,'play 4d 4c 4c 2s 2h','ai',1.76000016469156527519e+09);
INSERT INTO "actions" VALUES(3,357,5,0,'pass','player',1760000166.0);
INSERT INTO "actions" VALUES(3,358,5,1,'pass','player',1760000166.0);
INSERT INTO "actions" VALUES(3,359,5,2,'pass','player',1760000166.0);
INSERT INTO "actions" VALUES(3,360,5,3,'play Kh','ai',1.76000016705323266983e+09);
INSERT INTO "actions" VALUES(3,361,5,0,'pass','player',1760000168.0);
INSERT INTO "actions" VALUES(3,362,5,1,'play 5d','player',1760000168.0);
INSERT INTO "actions" VALUES(3,363,5,2,'play x','player',1760000168.0);
INSERT INTO "actions" VALUES(3,364,5,3,'play X','ai',1.76000016918492412565e+09);
INSERT INTO "actions" VALUES(3,365,5,0,'pass','player',1760000170.0);
INSERT INTO "actions" VALUES(3,366,5,1,'pass','player',1760000170.0);
INSERT INTO "actions" VALUES(3,367,5,2,'pass','player',1760000170.0);
INSERT INTO "actions" VALUES(3,368,5,3,'play 7s','ai',1.7600001709515731335e+09);
INSERT INTO "actions" VALUES(3,369,5,0,'play Tc','player',1760000172.0);
INSERT INTO "actions" VALUES(3,370,5,1,'play Kh','player',1760000172.0);
INSERT INTO "actions" VALUES(3,371,5,2,'play X','player',1760000172.0);
INSERT INTO "actions" VALUES(3,372,5,3,'pass','ai',1.76000017284707689288e+09);
INSERT INTO "actions" VALUES(3,373,5,0,'pass','player',1760000174.0);
INSERT INTO "actions" VALUES(3,374,5,1,'pass','player',1760000174.0);
INSERT INTO "actions" VALUES(3,375,5,2,'play 4h','player',1760000174.0);
INSERT INTO "actions" VALUES(3,376,5,3,'play 5d','ai',1.76000017472719907755e+09);
INSERT INTO "actions" VALUES(3,377,5,0,'pass','player',1760000176.0);
INSERT INTO "actions" VALUES(3,378,5,1,'pass','player',1760000176.0);
INSERT INTO "actions" VALUES(3,379,5,2,'pass','player',1760000176.0);
INSERT INTO "actions" VALUES(3,380,5,3,'play 8h 8d 8c','ai',1.7600001768537228107e+09);
INSERT INTO "actions" VALUES(3,381,5,0,'pass','player',1760000178.0);
INSERT INTO "actions" VALUES(3,382,5,2,'pass','player',1760000178.0);
INSERT INTO "actions" VALUES(3,383,5,0,'pass','player',1760000178.0);
INSERT INTO "actions" VALUES(3,384,5,1,'pass','player',1760000178.0);
INSERT INTO "actions" VALUES(3,385,5,2,'pass','player',1760000178.0);
INSERT INTO "actions" VALUES(3,386,5,1,'play 4h','player',1760000178.0);
INSERT INTO "actions" VALUES(3,387,5,2,'play 8c','player',1760000178.0);
INSERT INTO "actions" VALUES(3,388,5,0,'play Js','player',1760000178.0);
INSERT INTO "actions" VALUES(3,389,5,1,'play Kc','player',1760000178.0);
INSERT INTO "actions" VALUES(3,390,6,0,'tribute X','player',1760000178.0);
INSERT INTO "actions" VALUES(4,0,1,4,'decline','ai',1.76000017895266389848e+09);
INSERT INTO "actions" VALUES(4,1,1,5,'decline','ai',1.76000017923834896089e+09);
INSERT INTO "actions" VALUES(4,2,1,0,'decline','player',1760000228.0);
INSERT INTO "actions" VALUES(4,3,1,1,'decline','player',1760000228.0);
INSERT INTO "actions" VALUES(5,0,1,0,'challenge','player',1760000178.0);
INSERT INTO "actions" VALUES(5,1,1,1,'challenge','player',1760000178.0);
INSERT INTO "actions" VALUES(5,2,1,2,'challenge','player',1760000178.0);
INSERT INTO "actions" VALUES(5,3,1,4,'decline','ai',1.76000017868639230733e+09);
INSERT INTO "actions" VALUES(5,4,1,5,'decline','ai',1.76000017888943910597e+09);
INSERT INTO "actions" VALUES(5,5,1,3,'decline','ai',1.76000017910810613633e+09);
INSERT INTO "actions" VALUES(5,6,1,3,'decline','ai',1.76000017981669545173e+09);
INSERT INTO "actions" VALUES(5,7,1,5,'decline','ai',1.7600001802674090862e+09);
INSERT INTO "actions" VALUES(5,8,1,4,'decline','ai',1.7600001802824661732e+09);
INSERT INTO "actions" VALUES(5,9,1,2,'play 4c','player',1760000182.0);
INSERT INTO "actions" VALUES(5,10,1,3,'play 5h','ai',1.76000018323166251181e+09);
INSERT INTO "actions" VALUES(5,11,1,4,'play Jh','ai',1.76000018457159805303e+09);
INSERT INTO "actions" VALUES(5,12,1,5,'play Qs','ai',1.76000018522624301908e+09);
INSERT INTO "actions" VALUES(5,13,1,0,'play Ks','player',1760000186.0);
INSERT INTO "actions" VALUES(5,14,1,1,'play As','player',1760000186.0);
INSERT INTO "actions" VALUES(5,15,1,2,'play 2h','player',1760000186.0);
INSERT INTO "actions" VALUES(5,16,1,5,'pass','ai',1.76000018687140774727e+09);
INSERT INTO "actions" VALUES(5,17,1,3,'pass','ai',1.7600001882079715729e+09);
INSERT INTO "actions" VALUES(5,18,1,1,'burn x','player',1760000190.0);
INSERT INTO "actions" VALUES(5,19,1,4,'pass','ai',1.76000019066196393968e+09);
INSERT INTO "actions" VALUES(5,20,1,1,'play 4d X','player',1760000192.0);
INSERT INTO "actions" VALUES(5,21,1,1,'play 5s 5s X','player',1760000192.0);
INSERT INTO "actions" VALUES(5,22,1,2,'play 5s 5d 5d 5c 5c','player',1760000192.0);
INSERT INTO "actions" VALUES(5,23,1,3,'pass','ai',1.760000193049946785e+09);
INSERT INTO "actions" VALUES(5,24,1,4,'pass','ai',1.76000019431409645076e+09);
INSERT INTO "actions" VALUES(5,25,1,5,'play Js Jh Jh Jd Jd','ai',1.76000019531722450257e+09);
INSERT INTO "actions" VALUES(5,26,1,2,'play Qs Qs Qd Qd Qc','player',1760000196.0);
INSERT INTO "actions" VALUES(5,27,1,5,'pass','ai',1.76000019730928754808e+09);
INSERT INTO "actions" VALUES(5,28,1,2,'play 6s','player',1760000198.0);
INSERT INTO "actions" VALUES(5,29,1,3,'play As','ai',1.76000019901074314116e+09);
INSERT INTO "actions" VALUES(5,30,1,4,'pass','ai',1.76000019962159466742e+09);
INSERT INTO "actions" VALUES(5,31,1,5,'pass','ai',1.76000020056103634834e+09);
INSERT INTO "actions" VALUES(5,32,1,0,'yield','player',1760000202.0);
INSERT INTO "actions" VALUES(5,33,1,2,'play 2d','player',1760000202.0);
INSERT INTO "actions" VALUES(5,34,1,5,'pass','ai',1.76000020321310186388e+09);
INSERT INTO "actions" VALUES(5,35,1,3,'pass','ai',1.76000020399838924406e+09);
INSERT INTO "actions" VALUES(5,36,1,2,'play 8s 8h 8d 8d','player',1760000204.0);
INSERT INTO "actions" VALUES(5,37,1,3,'play Ts Th Td Tc','ai',1.7600002047474830151e+09);
INSERT INTO "actions" VALUES(5,38,1,4,'play Qh Qh Qd Qc','ai',1.76000020599471092221e+09);
INSERT INTO "actions" VALUES(5,39,1,5,'pass','ai',1.7600002068613774777e+09);
INSERT INTO "actions" VALUES(5,40,1,0,'play As Ah Ad Ac','player',1760000208.0);
INSERT INTO "actions" VALUES(5,41,1,3,'pass','ai',1.76000020880426526074e+09);
INSERT INTO "actions" VALUES(5,42,1,0,'play 4h 4c','player',1760000210.0);
INSERT INTO "actions" VALUES(5,43,1,2,'play Kh Kc','player',1760000210.0);
INSERT INTO "actions" VALUES(5,44,1,5,'play Ah Ad','ai',1.76000021072373032571e+09);
INSERT INTO "actions" VALUES(5,45,1,2,'play Th X','player',1760000212.0);
INSERT INTO "actions" VALUES(5,46,1,2,'play 9s 9h 9c','player',1760000212.0);
INSERT INTO "actions" VALUES(5,47,1,3,'play Ks Ks Kh','ai',1.76000021270002603526e+09);
INSERT INTO "actions" VALUES(5,48,1,0,'play Ac Ac 2d','player',1760000214.0);
INSERT INTO "actions" VALUES(5,49,1,3,'play 6h 6c x','ai',1.76000021474580240245e+09);
INSERT INTO "actions" VALUES(5,50,1,0,'play 8s 8h X','player',1760000216.0);
INSERT INTO "actions" VALUES(5,51,1,0,'play 5s 5h 5d 5c','player',1760000216.0);
INSERT INTO "actions" VALUES(5,52,1,2,'play Js Jd Jc Jc','player',1760000216.0);
INSERT INTO "actions" VALUES(5,53,1,5,'pass','ai',1.76000021722917246815e+09);
INSERT INTO "actions" VALUES(5,54,1,3,'pass','ai',1.76000021785585188862e+09);
INSERT INTO "actions" VALUES(5,55,1,2,'play Ah Ad Ad','player',1760000218.0);
INSERT INTO "actions" VALUES(5,56,1,5,'pass','ai',1.76000021935492515562e+09);
INSERT INTO "actions" VALUES(5,57,1,3,'pass','ai',1.76000022008679795262e+09);
INSERT INTO "actions" VALUES(5,58,1,2,'play 2c','player',1760000222.0);
INSERT INTO "actions" VALUES(5,59,1,5,'pass','ai',1.76000022288362050057e+09);
INSERT INTO "actions" VALUES(5,60,1,3,'pass','ai',1.76000022416787385939e+09);
INSERT INTO "actions" VALUES(5,61,1,3,'play 7s 7d 7c','ai',1.76000022490321803092e+09);
INSERT INTO "actions" VALUES(5,62,1,4,'play Th Th Tc','ai',1.76000022599481034278e+09);
INSERT INTO "actions" VALUES(5,63,1,5,'play Kd Kc Kc','ai',1.76000022711339831351e+09);
INSERT INTO "actions" VALUES(6,0,1,0,'expose Tc','player',1760000228.0);
INSERT INTO "actions" VALUES(6,1,1,3,'decline','ai',1.76000022924506092066e+09);
INSERT INTO "actions" VALUES(7,0,1,0,'decline','player',1760000228.0);
INSERT INTO "actions" VALUES(7,1,1,1,'decline','player',1760000228.0);
INSERT INTO "actions" VALUES(7,2,1,2,'decline','ai',1.76000022862048196787e+09);
INSERT INTO "actions" VALUES(7,3,1,3,'decline','ai',1.76000022896898698811e+09);
INSERT INTO "actions" VALUES(7,4,1,1,'play 2s','player',1760000230.0);
INSERT INTO "actions" VALUES(7,5,1,2,'play Js','ai',1.76000023091259169584e+09);
INSERT INTO "actions" VALUES(7,6,1,3,'play Ts','ai',1.76000023174809932711e+09);
INSERT INTO "actions" VALUES(7,7,1,0,'play 6s','player',1760000232.0);
INSERT INTO "actions" VALUES(7,8,1,2,'play 8s','ai',1760000233.22916);
INSERT INTO "actions" VALUES(7,9,1,3,'play 5s','ai',1.76000023437354636193e+09);
INSERT INTO "actions" VALUES(7,10,1,0,'play Ks','player',1760000236.0);
INSERT INTO "actions" VALUES(7,11,1,1,'play 3s','player',1760000236.0);
INSERT INTO "actions" VALUES(7,12,1,0,'play 2c','player',1760000236.0);
INSERT INTO "actions" VALUES(7,13,1,1,'play 5c','player',1760000236.0);
INSERT INTO "actions" VALUES(7,14,1,2,'play 8c','ai',1.76000023671111440661e+09);
INSERT INTO "actions" VALUES(7,15,1,3,'play 3c','ai',1.76000023796190500262e+09);
INSERT INTO "actions" VALUES(7,16,1,2,'play 4c','ai',1.76000023885422730452e+09);
INSERT INTO "actions" VALUES(7,17,1,3,'play 6c','ai',1.76000024011837983128e+09);
INSERT INTO "actions" VALUES(7,18,1,0,'play 7c','player',1760000242.0);
INSERT INTO "actions" VALUES(7,19,1,1,'play 9c','player',1760000242.0);
INSERT INTO "actions" VALUES(7,20,1,1,'play 4d','player',1760000242.0);
INSERT INTO "actions" VALUES(7,21,1,2,'play Qd','ai',1.76000024277950072289e+09);
INSERT INTO "actions" VALUES(7,22,1,3,'play 7d','ai',1.76000024406621313095e+09);
INSERT INTO "actions" VALUES(7,23,1,0,'play 5d','player',1760000246.0);
INSERT INTO "actions" VALUES(7,24,1,2,'play Tc','ai',1.76000024696807742113e+09);
INSERT INTO "actions" VALUES(7,25,1,3,'play Jc','ai',1.76000024807537603374e+09);
INSERT INTO "actions" VALUES(8,0,1,2,'play 3h','player',1760000250.0);
INSERT INTO "actions" VALUES(8,1,1,3,'play 7h','ai',1.76000025086489391324e+09);
INSERT INTO "actions" VALUES(8,2,1,4,'play Jc','ai',1.76000025149019670486e+09);
INSERT INTO "actions" VALUES(8,3,1,5,'play 3s 3h 3d 3c','ai',1.76000025257578778265e+09);
INSERT INTO "actions" VALUES(8,4,1,0,'play 4s 4h 4d 4c','player',1760000254.0);
INSERT INTO "actions" VALUES(8,5,1,1,'play Js Js Jh Jc','player',1760000254.0);
INSERT INTO "actions" VALUES(8,6,1,2,'play Ts Ts Th Th Tc Tc','player',1760000254.0);
INSERT INTO "actions" VALUES(8,7,1,3,'play 2s 2s 2s 2h 2c x','ai',1.76000025532655477518e+09);
INSERT INTO "actions" VALUES(8,8,1,4,'pass','ai',1.76000025661623454094e+09);
INSERT INTO "actions" VALUES(8,9,1,5,'play Js Jh Jd Jc x X X','ai',1.76000025726299858096e+09);
INSERT INTO "actions" VALUES(8,10,1,0,'play 7s 7h 7h 7d 7c 7c x x','player',1760000258.0);
INSERT INTO "actions" VALUES(8,11,1,1,'pass','player',1760000258.0);
INSERT INTO "actions" VALUES(8,12,1,2,'pass','player',1760000258.0);
INSERT INTO "actions" VALUES(8,13,1,3,'pass','ai',1.76000025881505322462e+09);
INSERT INTO "actions" VALUES(8,14,1,4,'pass','ai',1.76000026016533422466e+09);
INSERT INTO "actions" VALUES(8,15,1,5,'pass','ai',1.76000026078141784662e+09);
INSERT INTO "actions" VALUES(8,16,1,0,'play 3d','player',1760000262.0);
INSERT INTO "actions" VALUES(8,17,1,1,'play 5s','player',1760000262.0);
INSERT INTO "actions" VALUES(8,18,1,2,'play 6h','player',1760000262.0);
INSERT INTO "actions" VALUES(8,19,1,3,'pass','ai',1.7600002627752785682e+09);
INSERT INTO "actions" VALUES(8,20,1,4,'play Ah','ai',1.76000026376940965655e+09);
INSERT INTO "actions" VALUES(8,21,1,5,'pass','ai',1.76000026437423896788e+09);
INSERT INTO "actions" VALUES(8,22,1,0,'play 2s','player',1760000266.0);
INSERT INTO "actions" VALUES(8,23,1,1,'play 4s 4h 4d 4c','player',1760000266.0);
INSERT INTO "actions" VALUES(8,24,1,2,'play 8h 8d 8d 8c','player',1760000266.0);
INSERT INTO "actions" VALUES(8,25,1,3,'pass','ai',1.76000026699323606493e+09);
INSERT INTO "actions" VALUES(8,26,1,4,'pass','ai',1.76000026817251133915e+09);
INSERT INTO "actions" VALUES(8,27,1,5,'pass','ai',1.76000026923067927364e+09);
INSERT INTO "actions" VALUES(8,28,1,0,'play 9s 9s 9h 9h','player',1760000270.0);
INSERT INTO "actions" VALUES(8,29,1,1,'play Ks Ks Kh Kc','player',1760000270.0);
INSERT INTO "actions" VALUES(8,30,1,2,'play 2d 2c X X','player',1760000270.0);
INSERT INTO "actions" VALUES(8,31,1,3,'pass','ai',1.76000027090570926669e+09);
INSERT INTO "actions" VALUES(8,32,1,4,'play 5h 5h 5d 5c 5c','ai',1.76000027222167658804e+09);
INSERT INTO "actions" VALUES(8,33,1,5,'pass','ai',1760000273.3261);
INSERT INTO "actions" VALUES(8,34,1,0,'pass','player',1760000274.0);
INSERT INTO "actions" VALUES(8,35,1,1,'play As As Ah Ad Ac Ac','player',1760000274.0);
INSERT INTO "actions" VALUES(8,36,1,2,'pass','player',1760000274.0);
INSERT INTO "actions" VALUES(8,37,1,3,'pass','ai',1.76000027495881962774e+09);
INSERT INTO "actions" VALUES(8,38,1,4,'pass','ai',1.76000027579848384857e+09);
INSERT INTO "actions" VALUES(8,39,1,5,'pass','ai',1.76000027661019659043e+09);
INSERT INTO "actions" VALUES(8,40,1,0,'pass','player',1760000278.0);
INSERT INTO "actions" VALUES(8,41,1,1,'play 3s','player',1760000278.0);
INSERT INTO "actions" VALUES(9,0,1,4,'play Kc','ai',1.76000027923577237127e+09);
INSERT INTO "actions" VALUES(9,1,1,0,'pass','player',1760000280.0);
INSERT INTO "actions" VALUES(9,2,1,1,'play As','player',1760000280.0);
INSERT INTO "actions" VALUES(9,3,1,2,'play 2h','player',1760000280.0);
INSERT INTO "actions" VALUES(9,4,1,3,'pass','ai',1.76000028110550546644e+09);
INSERT INTO "actions" VALUES(9,5,1,4,'pass','ai',1.76000028225234627721e+09);
INSERT INTO "actions" VALUES(9,6,1,0,'pass','player',1760000284.0);
INSERT INTO "actions" VALUES(9,7,1,1,'pass','player',1760000284.0);
INSERT INTO "actions" VALUES(9,8,1,2,'play Td Tc','player',1760000284.0);
INSERT INTO "actions" VALUES(9,9,1,3,'pass','ai',1.76000028471438527111e+09);
INSERT INTO "actions" VALUES(9,10,1,4,'pass','ai',1.76000028539740705491e+09);
INSERT INTO "actions" VALUES(9,11,1,0,'pass','player',1760000286.0);
INSERT INTO "actions" VALUES(9,12,1,1,'pass','player',1760000286.0);
INSERT INTO "actions" VALUES(9,13,1,2,'play 4d 4c','player',1760000286.0);
INSERT INTO "actions" VALUES(9,14,1,3,'pass','ai',1.76000028705693054194e+09);
INSERT INTO "actions" VALUES(9,15,1,4,'pass','ai',1.7600002880080697536e+09);
INSERT INTO "actions" VALUES(9,16,1,0,'pass','player',1760000290.0);
INSERT INTO "actions" VALUES(9,17,1,1,'pass','player',1760000290.0);
INSERT INTO "actions" VALUES(9,18,1,2,'play 6d','player',1760000290.0);
INSERT INTO "actions" VALUES(9,19,1,3,'pass','ai',1.76000029117323040965e+09);
INSERT INTO "actions" VALUES(9,20,1,4,'play 7h','ai',1.76000029249666237836e+09);
INSERT INTO "actions" VALUES(9,21,1,0,'play 8d','player',1760000294.0);
INSERT INTO "actions" VALUES(9,22,1,1,'play 2s','player',1760000294.0);
INSERT INTO "actions" VALUES(9,23,1,2,'pass','player',1760000294.0);
INSERT INTO "actions" VALUES(9,24,1,3,'pass','ai',1.76000029531511855123e+09);
INSERT INTO "actions" VALUES(9,25,1,4,'pass','ai',1.76000029641657686229e+09);
INSERT INTO "actions" VALUES(9,26,1,0,'pass','player',1760000298.0);
INSERT INTO "actions" VALUES(9,27,1,1,'play 5s','player',1760000298.0);
INSERT INTO "actions" VALUES(9,28,1,2,'pass','player',1760000298.0);
INSERT INTO "actions" VALUES(9,29,1,3,'pass','ai',1.76000029898876762389e+09);
INSERT INTO "actions" VALUES(9,30,1,4,'pass','ai',1.76000029959675192829e+09);
INSERT INTO "actions" VALUES(9,31,1,0,'pass','player',1760000300.0);
INSERT INTO "actions" VALUES(9,32,1,1,'play Qh Kh Ac','player',1760000300.0);
INSERT INTO "actions" VALUES(9,33,1,2,'pass','player',1760000300.0);
INSERT INTO "actions" VALUES(9,34,1,3,'pass','ai',1.76000030066597557064e+09);
INSERT INTO "actions" VALUES(9,35,1,4,'pass','ai',1.76000030139647364616e+09);
INSERT INTO "actions" VALUES(9,36,1,0,'pass','player',1760000302.0);
INSERT INTO "actions" VALUES(9,37,1,1,'play 6c','player',1760000302.0);
INSERT INTO "actions" VALUES(9,38,1,2,'pass','player',1760000302.0);
INSERT INTO "actions" VALUES(9,39,1,3,'pass','ai',1.76000030305951881415e+09);
INSERT INTO "actions" VALUES(9,40,1,4,'pass','ai',1.76000030429438304897e+09);
INSERT INTO "actions" VALUES(9,41,1,0,'pass','player',1760000306.0);
INSERT INTO "actions" VALUES(9,42,1,1,'play 7s','player',1760000306.0);
INSERT INTO "actions" VALUES(9,43,1,2,'play 8s','player',1760000306.0);
INSERT INTO "actions" VALUES(9,44,1,3,'pass','ai',1.76000030730196404451e+09);
INSERT INTO "actions" VALUES(9,45,1,4,'pass','ai',1.7600003082090165615e+09);
INSERT INTO "actions" VALUES(9,46,1,0,'pass','player',1760000310.0);
INSERT INTO "actions" VALUES(9,47,1,1,'pass','player',1760000310.0);
INSERT INTO "actions" VALUES(9,48,1,2,'play 7c','player',1760000310.0);
INSERT INTO "actions" VALUES(9,49,1,3,'pass','ai',1.76000031102886652948e+09);
INSERT INTO "actions" VALUES(9,50,1,4,'pass','ai',1.76000031182094597822e+09);
INSERT INTO "actions" VALUES(9,51,1,0,'play 8c','player',1760000312.0);
INSERT INTO "actions" VALUES(9,52,1,1,'pass','player',1760000312.0);
INSERT INTO "actions" VALUES(9,53,1,2,'pass','player',1760000312.0);
INSERT INTO "actions" VALUES(9,54,1,3,'pass','ai',1.76000031272005367276e+09);
INSERT INTO "actions" VALUES(9,55,1,4,'pass','ai',1.76000031358276724812e+09);
INSERT INTO "actions" VALUES(9,56,1,0,'play 3c 4s 5c','player',1760000314.0);
INSERT INTO "actions" VALUES(9,57,1,3,'pass','ai',1.76000031486529159548e+09);
INSERT INTO "actions" VALUES(9,58,1,4,'pass','ai',1.76000031617641949652e+09);
INSERT INTO "actions" VALUES(9,59,1,0,'play Jh','player',1760000318.0);
INSERT INTO "actions" VALUES(9,60,1,1,'play Qs','player',1760000318.0);
INSERT INTO "actions" VALUES(9,61,2,1,'play As Ah','player',1760000318.0);
INSERT INTO "actions" VALUES(9,62,2,2,'pass','player',1760000318.0);
INSERT INTO "actions" VALUES(9,63,2,3,'pass','ai',1.76000031875705385212e+09);
INSERT INTO "actions" VALUES(9,64,2,4,'pass','ai',1.76000032011681532863e+09);
INSERT INTO "actions" VALUES(9,65,2,0,'pass','player',1760000322.0);
INSERT INTO "actions" VALUES(11,0,1,0,'decline','player',1760000322.0);
INSERT INTO "actions" VALUES(11,1,1,1,'decline','player',1760000322.0);
INSERT INTO "actions" VALUES(11,2,1,2,'decline','ai',1.76000032333028411861e+09);
INSERT INTO "actions" VALUES(11,3,1,3,'decline','ai',1.76000032339140605923e+09);
INSERT INTO "actions" VALUES(11,4,1,2,'play Qc','ai',1.76000032443053984641e+09);
INSERT INTO "actions" VALUES(11,5,1,3,'play 2c','ai',1.76000032531448340417e+09);
INSERT INTO "actions" VALUES(12,0,1,2,'bid 1','player',1760000326.0);
INSERT INTO "actions" VALUES(12,1,1,0,'bid 2','player',1760000326.0);
INSERT INTO "actions" VALUES(12,2,1,1,'bid 3','player',1760000326.0);
INSERT INTO "actions" VALUES(12,3,1,1,'play 3s 3c','player',1760000326.0);
INSERT INTO "actions" VALUES(12,4,1,2,'play 8s 8h','player',1760000326.0);
INSERT INTO "actions" VALUES(12,5,1,0,'play Th Td','player',1760000326.0);
INSERT INTO "actions" VALUES(12,6,1,1,'play Qd Qc','player',1760000326.0);
INSERT INTO "actions" VALUES(12,7,1,2,'play As Ac','player',1760000326.0);
INSERT INTO "actions" VALUES(12,8,1,0,'play 2s 2d','player',1760000326.0);
INSERT INTO "actions" VALUES(12,9,1,1,'play 9s 9h 9d 9c','player',1760000326.0);
INSERT INTO "actions" VALUES(12,10,1,2,'pass','player',1760000326.0);
INSERT INTO "actions" VALUES(12,11,1,0,'pass','player',1760000326.0);
INSERT INTO "actions" VALUES(12,12,1,1,'play 4c','player',1760000326.0);
INSERT INTO "actions" VALUES(12,13,1,2,'play Ts','player',1760000326.0);
INSERT INTO "actions" VALUES(12,14,1,0,'play Js','player',1760000326.0);
INSERT INTO "actions" VALUES(12,15,1,1,'play Ks','player',1760000326.0);
INSERT INTO "actions" VALUES(12,16,1,2,'play x','player',1760000326.0);
INSERT INTO "actions" VALUES(12,17,1,0,'pass','player',1760000326.0);
INSERT INTO "actions" VALUES(12,18,1,1,'play X','player',1760000326.0);
INSERT INTO "actions" VALUES(12,19,1,2,'pass','player',1760000326.0);
INSERT INTO "actions" VALUES(12,20,1,0,'pass','player',1760000326.0);
INSERT INTO "actions" VALUES(12,21,1,1,'play 5s 5d 6h 6c 7s 7c','player',1760000326.0);
INSERT INTO "actions" VALUES(12,22,1,2,'pass','player',1760000326.0);
INSERT INTO "actions" VALUES(12,23,1,0,'pass','player',1760000326.0);
INSERT INTO "actions" VALUES(12,24,1,1,'play Jd','player',1760000326.0);
INSERT INTO "actions" VALUES(12,25,1,2,'play Kc','player',1760000326.0);
INSERT INTO "actions" VALUES(12,26,1,0,'play Ad','player',1760000326.0);
INSERT INTO "actions" VALUES(12,27,1,1,'play 2h','player',1760000326.0);
INSERT INTO "actions" VALUES(12,28,1,2,'pass','player',1760000326.0);
INSERT INTO "actions" VALUES(12,29,1,0,'pass','player',1760000326.0);
INSERT INTO "actions" VALUES(12,30,1,1,'play Ah','player',1760000326.0);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE chats (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	platform TEXT NOT NULL, 
	external TEXT NOT NULL, 
	thread TEXT NOT NULL, 
	title TEXT NOT NULL, 
	language TEXT, "group" TEXT DEFAULT '' NOT NULL, group_title TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT uq_chats_platform_external_thread UNIQUE (platform, external, thread)
);
INSERT INTO "chats" VALUES(1,'telegram','friends','','Friends','zh','friends','');
INSERT INTO "chats" VALUES(2,'discord','friends','','Friends',NULL,'friends','');
INSERT INTO "chats" VALUES(3,'discord','attic','','Attic',NULL,'attic','');
CREATE TABLE endings (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	"match" INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	counts TEXT NOT NULL, 
	CONSTRAINT fk_endings_match_matches FOREIGN KEY("match") REFERENCES matches (id), 
	CONSTRAINT uq_endings_match_round UNIQUE ("match", round)
);
INSERT INTO "endings" VALUES(1,1,1,'on');
INSERT INTO "endings" VALUES(2,1,2,'on');
INSERT INTO "endings" VALUES(3,3,1,'on');
INSERT INTO "endings" VALUES(4,3,2,'on');
INSERT INTO "endings" VALUES(5,3,3,'on');
INSERT INTO "endings" VALUES(6,3,4,'on');
INSERT INTO "endings" VALUES(7,3,5,'on');
INSERT INTO "endings" VALUES(8,9,1,'on');
INSERT INTO "endings" VALUES(9,12,1,'on');
CREATE TABLE identities (
	platform TEXT NOT NULL, 
	external TEXT NOT NULL, 
	user INTEGER NOT NULL, 
	reachable BOOLEAN, name TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_identities PRIMARY KEY (platform, external), 
	CONSTRAINT fk_identities_user_users FOREIGN KEY(user) REFERENCES users (id)
)
 WITHOUT ROWID

;
INSERT INTO "identities" VALUES('discord','annie',2,1,'Annie');
INSERT INTO "identities" VALUES('discord','dan',5,1,'Dan');
INSERT INTO "identities" VALUES('discord','eve',6,1,'Eve');
INSERT INTO "identities" VALUES('discord','fay',7,1,'Fay');
INSERT INTO "identities" VALUES('telegram','ann',2,1,'Ann');
INSERT INTO "identities" VALUES('telegram','bob',3,1,'Bob');
INSERT INTO "identities" VALUES('telegram','cat',4,1,'Cat');
INSERT INTO "identities" VALUES('telegram','gus',8,1,'Gus');
CREATE TABLE links (
	user INTEGER NOT NULL, 
	digest TEXT NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	made INTEGER NOT NULL, 
	tries INTEGER NOT NULL, 
	since DOUBLE NOT NULL, 
	CONSTRAINT pk_links PRIMARY KEY (user), 
	CONSTRAINT fk_links_user_users FOREIGN KEY(user) REFERENCES users (id)
)
 WITHOUT ROWID

;
CREATE TABLE luck (
	"table" INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	user INTEGER, 
	word TEXT NOT NULL, 
	CONSTRAINT pk_luck PRIMARY KEY ("table", number, place), 
	CONSTRAINT fk_luck_table_number_pledges FOREIGN KEY("table", number) REFERENCES pledges ("table", number), 
	CONSTRAINT fk_luck_user_users FOREIGN KEY(user) REFERENCES users (id)
)
 WITHOUT ROWID

;
INSERT INTO "luck" VALUES(1,1,0,3,'lucky');
INSERT INTO "luck" VALUES(12,1,0,2,'eight');
CREATE TABLE marks (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_marks PRIMARY KEY (name)
)
 WITHOUT ROWID

;
INSERT INTO "marks" VALUES('ratings','2');
CREATE TABLE matches (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	"table" INTEGER NOT NULL, 
	chat INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	options TEXT NOT NULL, 
	status TEXT NOT NULL, 
	started_at DOUBLE NOT NULL, 
	ended_at DOUBLE, 
	winner TEXT, 
	CONSTRAINT fk_matches_chat_chats FOREIGN KEY(chat) REFERENCES chats (id), 
	CONSTRAINT fk_matches_table_tables FOREIGN KEY("table") REFERENCES tables (id)
);
INSERT INTO "matches" VALUES(1,1,1,'doudizhu','{"first_bidder": "random", "bidding": "once", "all_pass": "redeal", "scoring": "stake", "share": "equal", "spring": 2, "joker_kickers": "one", "equal_kickers": true, "shuttles": true, "deals": 2, "target": 0}','over',1760000000.0,1760000000.0,'[1]');
INSERT INTO "matches" VALUES(2,2,1,'doudizhu','{"first_bidder": "random", "bidding": "once", "all_pass": "redeal", "scoring": "stake", "share": "equal", "spring": 2, "joker_kickers": "one", "equal_kickers": true, "shuttles": true, "deals": 12, "target": 0}','open',1760000000.0,NULL,NULL);
INSERT INTO "matches" VALUES(3,3,1,'guandan','{"start_level": "2", "rounds": 0, "a_tries": 3, "a_win": "not_last", "match_point": "own", "stops": "", "play_out": false, "wind": "partner", "tribute": true, "return_max": "T", "tie_to_first": "third", "flush_over": 5, "joker_full_house": true, "wild_with_jokers": false}','open',1760000004.0,NULL,NULL);
INSERT INTO "matches" VALUES(4,4,2,'gouji','{"joker_gouji": "any", "two_gouji": "threshold", "open_with_twos": false, "joker_compare": "cover", "joker_base": "needed", "two_big_kill_one": "off", "natural_open": true, "open_fours": "nullify", "burn": true, "burn_window": "after", "burn_when": "any", "burn_needs_play": false, "counter_burn": false, "revolution": true, "two_revolts": "redeal", "revolt_try": false, "revolter_third": false, "point_challenge": true, "counter_challenge": true, "challenge_both": 4, "point_tie": "waive", "buy_fours": false, "tribute": true, "decline_tribute": false, "drop_within_team": true, "stifled": "beaten", "lead_next": "head", "scoring": "standard", "match_end": "score", "target_score": 20, "match_rounds": 8, "sweep_target": 3}','open',1760000178.0,NULL,NULL);
INSERT INTO "matches" VALUES(5,5,2,'gouji','{"joker_gouji": "any", "two_gouji": "threshold", "open_with_twos": false, "joker_compare": "cover", "joker_base": "needed", "two_big_kill_one": "off", "natural_open": true, "open_fours": "nullify", "burn": true, "burn_window": "after", "burn_when": "any", "burn_needs_play": false, "counter_burn": false, "revolution": true, "two_revolts": "redeal", "revolt_try": false, "revolter_third": false, "point_challenge": true, "counter_challenge": true, "challenge_both": 4, "point_tie": "waive", "buy_fours": false, "tribute": true, "decline_tribute": false, "drop_within_team": true, "stifled": "beaten", "lead_next": "head", "scoring": "standard", "match_end": "score", "target_score": 20, "match_rounds": 8, "sweep_target": 3}','open',1760000178.0,NULL,NULL);
INSERT INTO "matches" VALUES(6,6,1,'gongzhu','{"expose_rounds": 1, "plus_1000": "off", "diamond_queen": false, "all_cards_win": false, "teams": false, "swap_jack_queen": false}','open',1760000228.0,NULL,NULL);
INSERT INTO "matches" VALUES(7,7,1,'gongzhu','{"expose_rounds": 1, "plus_1000": "off", "diamond_queen": false, "all_cards_win": false, "teams": false, "swap_jack_queen": false}','open',1760000228.0,NULL,NULL);
INSERT INTO "matches" VALUES(8,8,2,'liujiatong','{"first_lead": "random", "leftover": "none", "target": 0}','open',1760000250.0,NULL,NULL);
INSERT INTO "matches" VALUES(9,9,1,'gandengyan','{"packs": 1, "draw": "winner", "trio": "bomb", "rocket": "top", "bomb_factor": "double", "unplayed": "double", "leftover": [], "alarm_free": false, "cap": 0, "deals": 10, "target": 0}','open',1760000278.0,NULL,NULL);
INSERT INTO "matches" VALUES(10,10,1,'doudizhu','{"first_bidder": "random", "bidding": "once", "all_pass": "redeal", "scoring": "stake", "share": "equal", "spring": 2, "joker_kickers": "one", "equal_kickers": true, "shuttles": true, "deals": 6, "target": 0}','open',1760000322.0,NULL,NULL);
INSERT INTO "matches" VALUES(11,11,3,'gongzhu','{"expose_rounds": 1, "plus_1000": "off", "diamond_queen": false, "all_cards_win": false, "teams": false, "swap_jack_queen": false}','open',1760000322.0,NULL,NULL);
INSERT INTO "matches" VALUES(12,13,2,'doudizhu','{"first_bidder": "random", "bidding": "once", "all_pass": "redeal", "scoring": "stake", "share": "equal", "spring": 2, "joker_kickers": "one", "equal_kickers": true, "shuttles": true, "deals": 5, "target": 0}','open',1760000326.0,NULL,NULL);
CREATE TABLE pledges (
	"table" INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	commitment TEXT NOT NULL, 
	secret TEXT NOT NULL, 
	root TEXT NOT NULL, 
	"left" INTEGER NOT NULL, 
	made_at DOUBLE NOT NULL, 
	"match" INTEGER, 
	round INTEGER, 
	CONSTRAINT pk_pledges PRIMARY KEY ("table", number), 
	CONSTRAINT fk_pledges_table_tables FOREIGN KEY("table") REFERENCES tables (id), 
	CONSTRAINT fk_pledges_match_matches FOREIGN KEY("match") REFERENCES matches (id), 
	CONSTRAINT uq_pledges_match_round UNIQUE ("match", round)
)
 WITHOUT ROWID

;
INSERT INTO "pledges" VALUES(1,1,'39d645f9516d535ca65b7b12cb22637e345c83336ac56ad9d58061082ce4937b','98454280f5c8f7e8adcd8d3e84d2b8376b96db9155639ff2454b23363e99e9cc','246a6285da852ce66a9842efae14beb010f84b8b9f2ebd97393abca94ad3e423',31,1760000000.0,1,1);
INSERT INTO "pledges" VALUES(1,2,'52a6e9dd99b73c92bc36d53f46b97cfad200837510f477736c3a3f43fc61c325','f8bab46483d7df5aabaf66d812ef95ec4a1cbec7cce28160bf9b2eb5d0f8d1b2','b0da280b7c55a84626842d81593acf793eea3bbc9f6416dc45c7ff68c014b635',31,1760000000.0,1,2);
INSERT INTO "pledges" VALUES(1,3,'36f17cd14b0a2d2a1cdbafbfe5d695c3c9e682c78e647b879af05036ae517cde','3c896a0505cfa80e03282baaac50c23451be6df4fe29a6d1818cc559673e1468','2325ef7c91828f90e469830a9da53ea3747f2cf7b5a5e2b0a0d2c5527ecb0cdb',31,1760000000.0,NULL,NULL);
INSERT INTO "pledges" VALUES(2,1,'d43afe05074870dadc58cfd0a3871668bfe8b22552ac2bb43dc2e02630d64552','c344b33d749ac0f15a36c23ec3d4821045715cefb839a061b945b2b5393cdaaf','d48451bf3bcd8eea6f2551e7628ed203ed536dca229ee8bf06a394b7a3b4d606',31,1760000000.0,2,1);
INSERT INTO "pledges" VALUES(3,1,'401f0a4ae9fbd29dd22f72d8b02f74f24ba99e4f2c1d34fe5613818ee70fbd82','743ff441f9250a5c0deac0a1f657cdf4b69b2b4c4a5219e00fd8c10d9f63b6b9','d3b0faaf17369fe7c888c64dddebdcc6d87bfece948495ec7c9067e1d6811a11',31,1760000004.0,3,1);
INSERT INTO "pledges" VALUES(3,2,'950ea7f0a08f2b5abec0cf5b1d07dd65f618b06ce43d6942c29cd3e97289f5d0','a8b73d3aa3878667f07973959fd6bd81223d188ad7ae1ce484852e1ac8bd13e9','533c8f5d467d15f737743d657234c45c295337d503dab2692605d80e5f2190b8',31,1760000038.0,3,2);
INSERT INTO "pledges" VALUES(3,3,'795c8da0d79f61d0e33363ebc459e9b42471e0daa32c127b28404ecf3514b211','b577b9cd33850368fafedb82b979dee146ab09e069af8f1a44a64a8451aeeba8','f34b4ad529947f0b8cbdb685db4a0f852ace6df9a68ee763fbffdaba475f15bb',31,1760000072.0,3,3);
INSERT INTO "pledges" VALUES(3,4,'a8ff82a8b43c0b413a11d1598cd08cd424da01b95ded88d09d2aeee7cd3c5146','693fc8d4c701a4072e92488675729e7d6f3ab66b4387e941520dea968c803b69','9a4c47ab229e6010ea07c83a2cb504e39a2b5ff9ba86a7bf04421df035e452f2',31,1760000106.0,3,4);
INSERT INTO "pledges" VALUES(3,5,'9835de16e4c653f169cfddfb6c6114a30857c3f97e04fb292c94a02b6dd51063','75664df4e0cef255b360d93e3003e9e9c64bf7baea072a6f0e14e18c65e2629b','20942ca9c2e3fe50381a879184d69a098b6a44e3ee082271678bbc35bda9c7ac',31,1760000144.0,3,5);
INSERT INTO "pledges" VALUES(3,6,'842ddd5ee27dee36d44b45cf0d4743d4cb4cc14ddfe0499bb27a6968f9095ebd','bc522f8459a2f280987d7dcd39c383ffb6528f81a44c5a631856695165f01455','f3572be4d86fe98ff3bd252cc8fee9d4a6d4379c44282aed3f44352229a7f6fb',31,1760000178.0,3,6);
INSERT INTO "pledges" VALUES(4,1,'7d796f293ab433a7f11d1c00a8197e0b957a3eed3fad3b82009641bda56e382d','f959934f9e51bc598b4b5a66ab93c2c732e0de1c975401f57e7d4d2cca469460','a2bfdb40585d46ec4adb1b66e4a1841ddedce2087101074bb7c71930e7f6a259',31,1760000178.0,4,1);
INSERT INTO "pledges" VALUES(5,1,'57cbe535e4b5df17264e0e1c31085ab7a10263fb9a7584501ac26d0f594b24b2','5498151dd2bf499e577d925699262891ace40b384a4e20678b186f46e48e2718','45e14448aaf486a3dfbfbeae1df041e6efde5169df8d5ff7d0a27d4065f90f14',31,1760000178.0,5,1);
INSERT INTO "pledges" VALUES(6,1,'467b2e48286ae13a5139f5b813d8105f15b4d6dc56c94f0afef14187cff1d3e3','3c024270d0672c5db0a077771a4724285f39090d14523f784ab06af27a39eed6','513cf5feb1a1c9c29d305736655ae877917289b5a6fa64fdeb62da537952d433',31,1760000228.0,6,1);
INSERT INTO "pledges" VALUES(7,1,'7a888fa1d5f7dcb7b104ebdf1699cf4cdb1b78db90097589d67344c25e564a29','765dd0c9d7bec7344c81f7582568d862b0fab6e424082c37ec701032961b4e77','3a6a54737e5a2abf6722d0ff98c25598d33a6d29cee7c8fb06b336da60d7baa9',31,1760000228.0,7,1);
INSERT INTO "pledges" VALUES(8,1,'fba9bd883b9a945a50b789f8cd8f96832fbab0dc3709ad7689f22abbe4860f88','c61d9900b826290e4d57c722afe4f1d344b1d82055034306a3c7a9191c52ab67','38cf59b62ef7355733c750e1f1ff5e7f26fbb8bfbfd821bd4c98549ded8b5b02',31,1760000250.0,8,1);
INSERT INTO "pledges" VALUES(9,1,'f98ca80dd7f036f2d22b656f468bc1a6ee88b6487e6ee73490044213d79bd8f1','25882594ca0ca36b21ca741d24b4b636a0f24e5493092ba58823a45a9d98d4a4','a82e8fc12cc1a5f72ab7742b803309e0e66e59b91fc0e3d31357c668c474d410',31,1760000278.0,9,1);
INSERT INTO "pledges" VALUES(9,2,'67f9369adc87c0b8c7fad451e20665fe97f2cdb4bafe6192bdc7a6d806ed014d','1dec0004efac87482c790afe019ae928904a850554e25b30e2d5c36044b595db','cfd774926247c953d8e69f11433bf190137a7ce28ab65dd3d6fe3a80f0e260cb',31,1760000318.0,9,2);
INSERT INTO "pledges" VALUES(10,1,'5a7c1287bf5ca497e360e6a58451d3cddda78dbe55a7820fff44aaf7910ac1cb','f68434cb8e04addada4afeff68520396a3f94c78551c21753acebf5a9e11d9bc','8f4fef787eb3c37d1be226b99f099b5285c554717722d12a93fb352ba0a419a5',31,1760000322.0,10,1);
INSERT INTO "pledges" VALUES(11,1,'6122fde8f314877c69ff3dc1c1c00786215e411672b9dfad2ed75783753957c1','3791f7dad7edee448dd27cd3dd71a2c5ad685fdb26e8d6fdd9b00d7cd9d6d532','d44aae8028adc30ac5978f24ae28a6d690c9d0c6426c72be5fb9f3b128b1016f',31,1760000322.0,11,1);
INSERT INTO "pledges" VALUES(12,1,'bc90c18e0fd57423118f7a2280b3c2ba61fde62ac8a322435564cee85e205660','4d306577136d4693115afd7d27c03382bdcf77f5a37ae3bfe977738aa586141d','7d8851a9b1727da21cb7b9757ce259b6744f6ef1553ed4fda62c323a9bccb4e3',31,1760000326.0,NULL,NULL);
INSERT INTO "pledges" VALUES(13,1,'c9d07482705a825fc2ded13dba901694940a8658b2338d2bdf829ff43e57d5af','819c640fdebcfb95dd1e5712f89aacdfbbd54c9c8cf7f6d6d8ae2e6394cc9bde','6680f76cf83fdc0cdbde3764cc77529ac38e70291e0bb954c6063c119ee2484d',31,1760000326.0,12,1);
INSERT INTO "pledges" VALUES(13,2,'2c4deefdf8447d7fc41ffdbb22655c2d2c967721a729f692a0d838b16dee33f8','6e3297bc48ebb3105a16fa49194d16801b8f69bb509037f90f7eca5e94cb0702','f0befd25e51a22b0c612c53757d093af378c80b1502640b8369b28761edf1d3b',31,1760000326.0,NULL,NULL);
CREATE TABLE rating_points (
	game TEXT NOT NULL, 
	board TEXT NOT NULL, 
	scope INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	rounds INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	CONSTRAINT pk_rating_points PRIMARY KEY (game, board, scope, player, rounds)
)
 WITHOUT ROWID

;
INSERT INTO "rating_points" VALUES('doudizhu','people',0,'u2',1,1760000000.0,2.69642946218030630243e+01,8.17796260438999134123e+00);
INSERT INTO "rating_points" VALUES('doudizhu','people',0,'u2',2,1760000000.0,2.50407136135388377331e+01,8.02648529548324);
INSERT INTO "rating_points" VALUES('doudizhu','people',0,'u3',1,1760000000.0,2.69642946218030630243e+01,8.17796260438999134123e+00);
INSERT INTO "rating_points" VALUES('doudizhu','people',0,'u3',2,1760000000.0,2.88878756300672883128e+01,8.02648529548324);
INSERT INTO "rating_points" VALUES('doudizhu','people',0,'u4',1,1760000000.0,2.30357053781969369756e+01,8.17796260438999134123e+00);
INSERT INTO "rating_points" VALUES('doudizhu','people',0,'u4',2,1760000000.0,2.49592863864611622668e+01,8.02648529548324);
INSERT INTO "rating_points" VALUES('doudizhu','people',0,'u5',1,1760000326.0,2.28011102688067133223e+01,8.17605967394599);
INSERT INTO "rating_points" VALUES('doudizhu','people',0,'u6',1,1760000326.0,2.71988897311932866776e+01,8.1789625935328356121e+00);
INSERT INTO "rating_points" VALUES('doudizhu','people',0,'u7',1,1760000326.0,2.28011102688067133223e+01,8.17605967394599);
INSERT INTO "rating_points" VALUES('gandengyan','ai',0,'u2',1,1760000318.0,2.76668266624002114886e+01,8.2909701080633535497e+00);
INSERT INTO "rating_points" VALUES('gandengyan','ai',0,'u6',1,1760000318.0,2.51666766664000149953e+01,8.24055481539370759946e+00);
INSERT INTO "rating_points" VALUES('gandengyan','ai',0,'u8',1,1760000318.0,2.51666766664000149953e+01,8.24055481539370759946e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u3',1,1760000038.0,2.30357053781969369756e+01,8.17796260438999134123e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u3',2,1760000072.0,2.53866989943518177601e+01,8.03405227202279803577e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u3',3,1760000106.0,2.34157173246492398286e+01,7.88649382342338611806e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u3',4,1760000144.0,2.56063016390878104297e+01,7.74738918957216071703e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u3',5,1760000178.0,2.36636366797255597309e+01,7.60750396344234136591e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u4',1,1760000038.0,2.69642946218030630243e+01,8.17796260438999134123e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u4',2,1760000072.0,2.46133010056481822398e+01,8.03405227202279803577e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u4',3,1760000106.0,2.65842826753507601713e+01,7.88649382342338611806e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u4',4,1760000144.0,2.43936983609121895702e+01,7.74738918957216071703e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u4',5,1760000178.0,2.6336363320274440269e+01,7.60750396344234136591e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u5',1,1760000038.0,2.30357053781969369756e+01,8.17796260438999134123e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u5',2,1760000072.0,2.53866989943518177601e+01,8.03405227202279803577e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u5',3,1760000106.0,2.34157173246492398286e+01,7.88649382342338611806e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u5',4,1760000144.0,2.56063016390878104297e+01,7.74738918957216071703e+00);
INSERT INTO "rating_points" VALUES('guandan','ai',0,'u5',5,1760000178.0,2.36636366797255597309e+01,7.60750396344234136591e+00);
CREATE TABLE ratings (
	game TEXT NOT NULL, 
	board TEXT NOT NULL, 
	scope INTEGER NOT NULL, 
	season TEXT NOT NULL, 
	player TEXT NOT NULL, 
	user INTEGER, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	rounds INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (game, board, scope, season, player), 
	CONSTRAINT fk_ratings_user_users FOREIGN KEY(user) REFERENCES users (id)
)
 WITHOUT ROWID

;
INSERT INTO "ratings" VALUES('doudizhu','people',0,'','role:landlord',NULL,2.31520773427374564339e+01,7.88870009759879575739e+00,3,1,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'','u2',2,2.50407136135388377331e+01,8.02648529548324,2,1,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'','u3',3,2.88878756300672883128e+01,8.02648529548324,2,2,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'','u4',4,2.49592863864611622668e+01,8.02648529548324,2,1,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'','u5',5,2.28011102688067133223e+01,8.17605967394599,1,0,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'','u6',6,2.71988897311932866776e+01,8.1789625935328356121e+00,1,1,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'','u7',7,2.28011102688067133223e+01,8.17605967394599,1,0,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'2025-10','role:landlord',NULL,2.31520773427374564339e+01,7.88870009759879575739e+00,3,1,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'2025-10','u2',2,2.50407136135388377331e+01,8.02648529548324,2,1,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'2025-10','u3',3,2.88878756300672883128e+01,8.02648529548324,2,2,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'2025-10','u4',4,2.49592863864611622668e+01,8.02648529548324,2,1,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'2025-10','u5',5,2.28011102688067133223e+01,8.17605967394599,1,0,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'2025-10','u6',6,2.71988897311932866776e+01,8.1789625935328356121e+00,1,1,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',0,'2025-10','u7',7,2.28011102688067133223e+01,8.17605967394599,1,0,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',1,'','role:landlord',NULL,2.11121243699327116867e+01,8.02648529548324,2,0,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',1,'','u2',2,2.50407136135388377331e+01,8.02648529548324,2,1,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',1,'','u3',3,2.88878756300672883128e+01,8.02648529548324,2,2,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',1,'','u4',4,2.49592863864611622668e+01,8.02648529548324,2,1,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',1,'2025-10','role:landlord',NULL,2.11121243699327116867e+01,8.02648529548324,2,0,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',1,'2025-10','u2',2,2.50407136135388377331e+01,8.02648529548324,2,1,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',1,'2025-10','u3',3,2.88878756300672883128e+01,8.02648529548324,2,2,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',1,'2025-10','u4',4,2.49592863864611622668e+01,8.02648529548324,2,1,1760000000.0);
INSERT INTO "ratings" VALUES('doudizhu','people',2,'','role:landlord',NULL,2.31520773427374564339e+01,7.88870009759879575739e+00,1,1,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',2,'','u5',5,2.28011102688067133223e+01,8.17605967394599,1,0,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',2,'','u6',6,2.71988897311932866776e+01,8.1789625935328356121e+00,1,1,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',2,'','u7',7,2.28011102688067133223e+01,8.17605967394599,1,0,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',2,'2025-10','role:landlord',NULL,2.31520773427374564339e+01,7.88870009759879575739e+00,1,1,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',2,'2025-10','u5',5,2.28011102688067133223e+01,8.17605967394599,1,0,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',2,'2025-10','u6',6,2.71988897311932866776e+01,8.1789625935328356121e+00,1,1,1760000326.0);
INSERT INTO "ratings" VALUES('doudizhu','people',2,'2025-10','u7',7,2.28011102688067133223e+01,8.17605967394599,1,0,1760000326.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',0,'','ai:easy',NULL,2.34999100023998792603e+01,8.17285067214124438805e+00,2,0,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',0,'','u2',2,2.76668266624002114886e+01,8.2909701080633535497e+00,1,1,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',0,'','u6',6,2.51666766664000149953e+01,8.24055481539370759946e+00,1,0,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',0,'','u8',8,2.51666766664000149953e+01,8.24055481539370759946e+00,1,0,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',0,'2025-10','ai:easy',NULL,2.34999100023998792603e+01,8.17285067214124438805e+00,2,0,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',0,'2025-10','u2',2,2.76668266624002114886e+01,8.2909701080633535497e+00,1,1,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',0,'2025-10','u6',6,2.51666766664000149953e+01,8.24055481539370759946e+00,1,0,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',0,'2025-10','u8',8,2.51666766664000149953e+01,8.24055481539370759946e+00,1,0,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',1,'','ai:easy',NULL,2.34999100023998792603e+01,8.17285067214124438805e+00,2,0,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',1,'','u2',2,2.76668266624002114886e+01,8.2909701080633535497e+00,1,1,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',1,'','u6',6,2.51666766664000149953e+01,8.24055481539370759946e+00,1,0,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',1,'','u8',8,2.51666766664000149953e+01,8.24055481539370759946e+00,1,0,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',1,'2025-10','ai:easy',NULL,2.34999100023998792603e+01,8.17285067214124438805e+00,2,0,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',1,'2025-10','u2',2,2.76668266624002114886e+01,8.2909701080633535497e+00,1,1,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',1,'2025-10','u6',6,2.51666766664000149953e+01,8.24055481539370759946e+00,1,0,1760000318.0);
INSERT INTO "ratings" VALUES('gandengyan','ai',1,'2025-10','u8',8,2.51666766664000149953e+01,8.24055481539370759946e+00,1,0,1760000318.0);
INSERT INTO "ratings" VALUES('guandan','ai',0,'','ai:easy',NULL,2.6336363320274440269e+01,7.60750396344234136591e+00,5,3,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',0,'','u3',3,2.36636366797255597309e+01,7.60750396344234136591e+00,5,2,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',0,'','u4',4,2.6336363320274440269e+01,7.60750396344234136591e+00,5,3,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',0,'','u5',5,2.36636366797255597309e+01,7.60750396344234136591e+00,5,2,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',0,'2025-10','ai:easy',NULL,2.6336363320274440269e+01,7.60750396344234136591e+00,5,3,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',0,'2025-10','u3',3,2.36636366797255597309e+01,7.60750396344234136591e+00,5,2,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',0,'2025-10','u4',4,2.6336363320274440269e+01,7.60750396344234136591e+00,5,3,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',0,'2025-10','u5',5,2.36636366797255597309e+01,7.60750396344234136591e+00,5,2,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',1,'','ai:easy',NULL,2.6336363320274440269e+01,7.60750396344234136591e+00,5,3,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',1,'','u3',3,2.36636366797255597309e+01,7.60750396344234136591e+00,5,2,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',1,'','u4',4,2.6336363320274440269e+01,7.60750396344234136591e+00,5,3,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',1,'','u5',5,2.36636366797255597309e+01,7.60750396344234136591e+00,5,2,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',1,'2025-10','ai:easy',NULL,2.6336363320274440269e+01,7.60750396344234136591e+00,5,3,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',1,'2025-10','u3',3,2.36636366797255597309e+01,7.60750396344234136591e+00,5,2,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',1,'2025-10','u4',4,2.6336363320274440269e+01,7.60750396344234136591e+00,5,3,1760000178.0);
INSERT INTO "ratings" VALUES('guandan','ai',1,'2025-10','u5',5,2.36636366797255597309e+01,7.60750396344234136591e+00,5,2,1760000178.0);
CREATE TABLE results (
	"match" INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	chat INTEGER NOT NULL, 
	user INTEGER, 
	ai TEXT, 
	role TEXT NOT NULL, 
	points INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	place INTEGER, 
	at DOUBLE NOT NULL, 
	feats TEXT NOT NULL, side INTEGER, 
	CONSTRAINT pk_results PRIMARY KEY ("match", round, seat), 
	CONSTRAINT fk_results_chat_chats FOREIGN KEY(chat) REFERENCES chats (id), 
	CONSTRAINT fk_results_match_matches FOREIGN KEY("match") REFERENCES matches (id), 
	CONSTRAINT fk_results_user_users FOREIGN KEY(user) REFERENCES users (id)
)
 WITHOUT ROWID

;
INSERT INTO "results" VALUES(1,0,0,'doudizhu',1,2,NULL,'',0,0,NULL,1760000000.0,'{}',NULL);
INSERT INTO "results" VALUES(1,0,1,'doudizhu',1,3,NULL,'',9,1,NULL,1760000000.0,'{}',NULL);
INSERT INTO "results" VALUES(1,0,2,'doudizhu',1,4,NULL,'',-9,0,NULL,1760000000.0,'{}',NULL);
INSERT INTO "results" VALUES(1,1,0,'doudizhu',1,2,NULL,'peasant',6,1,NULL,1760000000.0,'{"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}',1);
INSERT INTO "results" VALUES(1,1,1,'doudizhu',1,3,NULL,'peasant',6,1,NULL,1760000000.0,'{"bombs": 0, "rockets": 1, "springs": 0, "first_out": 1}',1);
INSERT INTO "results" VALUES(1,1,2,'doudizhu',1,4,NULL,'landlord',-12,0,NULL,1760000000.0,'{"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}',0);
INSERT INTO "results" VALUES(1,2,0,'doudizhu',1,2,NULL,'landlord',-6,0,NULL,1760000000.0,'{"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}',0);
INSERT INTO "results" VALUES(1,2,1,'doudizhu',1,3,NULL,'peasant',3,1,NULL,1760000000.0,'{"bombs": 0, "rockets": 0, "springs": 0, "first_out": 1}',1);
INSERT INTO "results" VALUES(1,2,2,'doudizhu',1,4,NULL,'peasant',3,1,NULL,1760000000.0,'{"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}',1);
INSERT INTO "results" VALUES(3,1,0,'guandan',1,3,NULL,'',-1,0,3,1760000038.0,'{"bombs": 0, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -1}',0);
INSERT INTO "results" VALUES(3,1,1,'guandan',1,4,NULL,'',1,1,4,1760000038.0,'{"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": 1}',1);
INSERT INTO "results" VALUES(3,1,2,'guandan',1,5,NULL,'',-1,0,2,1760000038.0,'{"bombs": 0, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -1}',0);
INSERT INTO "results" VALUES(3,1,3,'guandan',1,NULL,'easy','',1,1,1,1760000038.0,'{"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 1, "double_wins": 0, "steps": 1}',1);
INSERT INTO "results" VALUES(3,2,0,'guandan',1,3,NULL,'defender',2,1,3,1760000072.0,'{"bombs": 2, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": 2}',0);
INSERT INTO "results" VALUES(3,2,1,'guandan',1,4,NULL,'declarer',-2,0,4,1760000072.0,'{"bombs": 3, "straight_flushes": 1, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -2}',1);
INSERT INTO "results" VALUES(3,2,2,'guandan',1,5,NULL,'defender',2,1,1,1760000072.0,'{"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 1, "double_wins": 0, "steps": 2}',0);
INSERT INTO "results" VALUES(3,2,3,'guandan',1,NULL,'easy','declarer',-2,0,2,1760000072.0,'{"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -2}',1);
INSERT INTO "results" VALUES(3,3,0,'guandan',1,3,NULL,'declarer',-2,0,4,1760000106.0,'{"bombs": 2, "straight_flushes": 1, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -2}',0);
INSERT INTO "results" VALUES(3,3,1,'guandan',1,4,NULL,'defender',2,1,3,1760000106.0,'{"bombs": 2, "straight_flushes": 1, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": 2}',1);
INSERT INTO "results" VALUES(3,3,2,'guandan',1,5,NULL,'declarer',-2,0,2,1760000106.0,'{"bombs": 2, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -2}',0);
INSERT INTO "results" VALUES(3,3,3,'guandan',1,NULL,'easy','defender',2,1,1,1760000106.0,'{"bombs": 2, "straight_flushes": 0, "joker_bombs": 0, "first_places": 1, "double_wins": 0, "steps": 2}',1);
INSERT INTO "results" VALUES(3,4,0,'guandan',1,3,NULL,'defender',1,1,4,1760000144.0,'{"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": 1}',0);
INSERT INTO "results" VALUES(3,4,1,'guandan',1,4,NULL,'declarer',-1,0,3,1760000144.0,'{"bombs": 1, "straight_flushes": 1, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -1}',1);
INSERT INTO "results" VALUES(3,4,2,'guandan',1,5,NULL,'defender',1,1,1,1760000144.0,'{"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 1, "double_wins": 0, "steps": 1}',0);
INSERT INTO "results" VALUES(3,4,3,'guandan',1,NULL,'easy','declarer',-1,0,2,1760000144.0,'{"bombs": 0, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -1}',1);
INSERT INTO "results" VALUES(3,5,0,'guandan',1,3,NULL,'declarer',-3,0,3,1760000178.0,'{"bombs": 2, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -3}',0);
INSERT INTO "results" VALUES(3,5,1,'guandan',1,4,NULL,'defender',3,1,2,1760000178.0,'{"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 1, "steps": 3}',1);
INSERT INTO "results" VALUES(3,5,2,'guandan',1,5,NULL,'declarer',-3,0,4,1760000178.0,'{"bombs": 0, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -3}',0);
INSERT INTO "results" VALUES(3,5,3,'guandan',1,NULL,'easy','defender',3,1,1,1760000178.0,'{"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 1, "double_wins": 1, "steps": 3}',1);
INSERT INTO "results" VALUES(9,1,0,'gandengyan',1,8,NULL,'',-1,0,NULL,1760000318.0,'{"bombs": 0, "rockets": 0, "first_out": 0, "unplayed": 0}',0);
INSERT INTO "results" VALUES(9,1,1,'gandengyan',1,2,NULL,'',16,1,NULL,1760000318.0,'{"bombs": 0, "rockets": 0, "first_out": 1, "unplayed": 0}',1);
INSERT INTO "results" VALUES(9,1,2,'gandengyan',1,6,NULL,'',-1,0,NULL,1760000318.0,'{"bombs": 0, "rockets": 0, "first_out": 0, "unplayed": 0}',2);
INSERT INTO "results" VALUES(9,1,3,'gandengyan',1,NULL,'easy','',-10,0,NULL,1760000318.0,'{"bombs": 0, "rockets": 0, "first_out": 0, "unplayed": 1}',3);
INSERT INTO "results" VALUES(9,1,4,'gandengyan',1,NULL,'easy','banker',-4,0,NULL,1760000318.0,'{"bombs": 0, "rockets": 0, "first_out": 0, "unplayed": 0}',4);
INSERT INTO "results" VALUES(12,1,0,'doudizhu',2,5,NULL,'peasant',-6,0,NULL,1760000326.0,'{"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}',1);
INSERT INTO "results" VALUES(12,1,1,'doudizhu',2,6,NULL,'landlord',12,1,NULL,1760000326.0,'{"bombs": 1, "rockets": 0, "springs": 0, "first_out": 1}',0);
INSERT INTO "results" VALUES(12,1,2,'doudizhu',2,7,NULL,'peasant',-6,0,NULL,1760000326.0,'{"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}',1);
CREATE TABLE rounds (
	"match" INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	rules_version INTEGER NOT NULL, 
	deal TEXT NOT NULL, 
	carry_in TEXT NOT NULL, 
	seats TEXT NOT NULL, 
	status TEXT NOT NULL, 
	started_at DOUBLE NOT NULL, 
	ended_at DOUBLE, 
	carry_out TEXT, 
	result TEXT, 
	CONSTRAINT pk_rounds PRIMARY KEY ("match", round), 
	CONSTRAINT fk_rounds_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "rounds" VALUES(1,1,1,'{"hands": ["3s 3d 4s 4d 5c 6h 6d 6c 7s 7h 7d Tc Jd Ks Kh Kd As", "4h 5s 7c 8s 8h 8c 9s 9h Js Jh Qs Qh Ah Ac 2s x X", "3h 3c 4c 8d 9d 9c Ts Th Td Jc Qd Qc Kc Ad 2h 2d 2c"], "stock": "6s 5h 5d", "phase": "bid", "leader": 0}','{}','[[2, null], [3, null], [4, null]]','over',1760000000.0,1760000000.0,'{"scores": [6, 6, -12], "deals": 1, "out": 1}','{"points": [6, 6, -12], "won": [0, 1], "void": false, "places": [], "roles": ["peasant", "peasant", "landlord"], "winner": null, "feats": [{"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}, {"bombs": 0, "rockets": 1, "springs": 0, "first_out": 1}, {"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}]}');
INSERT INTO "rounds" VALUES(1,2,1,'{"hands": ["3h 4s 4h 5s 6s 6d 9h Jc Qs Qh Qd Kh Kc As Ac 2s x", "3d 4d 5d 6c 7s 7h 7d Ts Td Jh Qc Ks Kd Ah 2h 2d X", "3s 3c 4c 5h 5c 6h 7c 8s 8d 8c 9d 9c Th Tc Js Jd Ad"], "stock": "9s 8h 2c", "phase": "bid", "leader": 1}','{"scores": [6, 6, -12], "deals": 1, "out": 1}','[[2, null], [3, null], [4, null]]','over',1760000000.0,1760000000.0,'{"scores": [0, 9, -9], "deals": 2, "out": 1}','{"points": [-6, 3, 3], "won": [1, 2], "void": false, "places": [], "roles": ["landlord", "peasant", "peasant"], "winner": [1], "feats": [{"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}, {"bombs": 0, "rockets": 0, "springs": 0, "first_out": 1}, {"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}]}');
INSERT INTO "rounds" VALUES(2,1,1,'{"hands": ["5h 5c 6s 6h 7h 7d 8s 8d 9s 9c Td Tc Jc Qs Kc Ac 2d", "3s 4h 4c 5d 7s 7c 8h 8c Js Jd Qc Kh Kd As Ah Ad 2s", "3h 3d 4s 4d 5s 6d 9h Ts Th Jh Qh Qd Ks 2h 2c x X"], "stock": "9d 6c 3c", "phase": "bid", "leader": 1}','{}','[[2, null], [3, null], [null, "easy"]]','open',1760000000.0,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(3,1,1,'{"hands": ["3s 3h 4s 4h 4d 5c 6c 6c 7h 7c 7c 8h 8d 9d 9c Ts Ts Th Js Qs Qd Kh Ah Ac 2d 2c X", "3d 3c 4s 4h 4d 5d 6d 8c 8c 9s 9h Tc Jh Jc Qs Qh Qh Qd Qc Kd Kc Ad Ad Ac 2s x X", "3d 3c 4c 5h 5h 5d 6s 6s 6h 7s 7s 7d 8h 8d 9h 9d Td Tc Js Kh Kd Kc As 2h 2d 2c x", "3s 3h 4c 5s 5s 5c 6h 6d 7h 7d 8s 8s 9s 9c Th Td Jh Jd Jd Jc Qc Ks Ks As Ah 2s 2h"], "turned": "Jh"}','{}','[[3, null], [4, null], [5, null], [null, "easy"]]','over',1760000004.0,1760000038.0,'{"levels": ["2", "3"], "tries": [0, 0], "scores": [-1, 1, -1, 1], "places": [3, 2, 0, 1], "round": 1}','{"points": [-1, 1, -1, 1], "won": [1, 3], "void": false, "places": [3, 4, 2, 1], "roles": ["", "", "", ""], "winner": null, "feats": [{"bombs": 0, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -1}, {"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": 1}, {"bombs": 0, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -1}, {"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 1, "double_wins": 0, "steps": 1}]}');
INSERT INTO "rounds" VALUES(3,2,1,'{"hands": ["3d 4h 4d 5h 5c 6s 6d 6c 6c 8s 8h 8c 9d Th Tc Js Jh Jh Jc Qd Qc Ks Kd Kc 2h 2h x", "3s 3s 3h 3d 4s 4c 4c 5s 5d 6h 7h 7d 8h 8d 9s 9c 9c Ts Th Td Js Qs Qs Qh Qd Ah 2d", "3c 4s 5s 5h 5d 5c 6s 7c 9h 9h 9d Ts Td Tc Jd Jd Jc Qh Kh Kh Kd Ad Ac 2s 2d 2c X", "3h 3c 4h 4d 6h 6d 7s 7s 7h 7d 7c 8s 8d 8c 9s Qc Ks Kc As As Ah Ad Ac 2s 2c x X"], "phase": "tribute", "follows": true}','{"levels": ["2", "3"], "tries": [0, 0], "scores": [-1, 1, -1, 1], "places": [3, 2, 0, 1], "round": 1}','[[3, null], [4, null], [5, null], [null, "easy"]]','over',1760000038.0,1760000072.0,'{"levels": ["4", "3"], "tries": [0, 0], "scores": [1, -1, 1, -1], "places": [2, 3, 0, 1], "round": 2}','{"points": [2, -2, 2, -2], "won": [0, 2], "void": false, "places": [3, 4, 1, 2], "roles": ["defender", "declarer", "defender", "declarer"], "winner": null, "feats": [{"bombs": 2, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": 2}, {"bombs": 3, "straight_flushes": 1, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -2}, {"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 1, "double_wins": 0, "steps": 2}, {"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -2}]}');
INSERT INTO "rounds" VALUES(3,3,1,'{"hands": ["3s 4h 4d 4d 5s 5h 5c 6s 7s 8s 8h 8h 8c 9s Ts Tc Tc Js Jd Qs Qd Kh Kc As Ad Ad 2d", "3c 4h 5c 6h 6d 7h 7d 7d 8d 9s Td Jd Jc Qs Qd Qc Qc Ks Kd As Ah Ac Ac 2s 2h 2d x", "3h 3d 4s 4c 5d 5d 6s 6h 6d 6c 7s 7h 7c 7c 8d 9h 9h 9c 9c Td Jh Qh Ks Kh Ah x X", "3s 3h 3d 3c 4s 4c 5s 5h 6c 8s 8c 9d 9d Ts Th Th Js Jh Jc Qh Kd Kc 2s 2h 2c 2c X"], "phase": "tribute", "follows": true}','{"levels": ["4", "3"], "tries": [0, 0], "scores": [1, -1, 1, -1], "places": [2, 3, 0, 1], "round": 2}','[[3, null], [4, null], [5, null], [null, "easy"]]','over',1760000072.0,1760000106.0,'{"levels": ["4", "5"], "tries": [0, 0], "scores": [-1, 1, -1, 1], "places": [3, 2, 1, 0], "round": 3}','{"points": [-2, 2, -2, 2], "won": [1, 3], "void": false, "places": [4, 3, 2, 1], "roles": ["declarer", "defender", "declarer", "defender"], "winner": null, "feats": [{"bombs": 2, "straight_flushes": 1, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -2}, {"bombs": 2, "straight_flushes": 1, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": 2}, {"bombs": 2, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -2}, {"bombs": 2, "straight_flushes": 0, "joker_bombs": 0, "first_places": 1, "double_wins": 0, "steps": 2}]}');
INSERT INTO "rounds" VALUES(3,4,1,'{"hands": ["3s 3d 5s 5s 5d 6h 6c 8s 8c 9s 9h 9d 9d 9c Tc Tc Js Jh Jd Qs Qh Qd Kc Ah Ad Ac 2s", "3c 4s 4s 5h 5h 6s 7s 7d 8c 9h Ts Td Jh Qs Qd Qc Qc Ks Ks Kd Ah Ac 2d 2d x x X", "3h 3d 4h 4d 4c 4c 6s 6d 6c 7h 7d 7c 8s 8h 8h 9s Jc Jc Kh Kh Kd As Ad 2h 2h 2c X", "3s 3h 3c 4h 4d 5d 5c 5c 6h 6d 7s 7h 7c 8d 8d 9c Ts Th Th Td Js Jd Qh Kc As 2s 2c"], "phase": "tribute", "follows": true}','{"levels": ["4", "5"], "tries": [0, 0], "scores": [-1, 1, -1, 1], "places": [3, 2, 1, 0], "round": 3}','[[3, null], [4, null], [5, null], [null, "easy"]]','over',1760000106.0,1760000144.0,'{"levels": ["5", "5"], "tries": [0, 0], "scores": [0, 0, 0, 0], "places": [2, 3, 1, 0], "round": 4}','{"points": [1, -1, 1, -1], "won": [0, 2], "void": false, "places": [4, 3, 1, 2], "roles": ["defender", "declarer", "defender", "declarer"], "winner": null, "feats": [{"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": 1}, {"bombs": 1, "straight_flushes": 1, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -1}, {"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 1, "double_wins": 0, "steps": 1}, {"bombs": 0, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -1}]}');
INSERT INTO "rounds" VALUES(3,5,1,'{"hands": ["3s 3h 3h 3d 3c 4s 4s 4d 5s 5c 6d 6c 6c 7d Tc Js Qs Qh Qd Qc As Ah Ac 2s 2d 2c x", "4h 5h 5d 6s 6d 7h 7c 8s 8h 9c 9c Ts Th Td Tc Jh Jd Jc Jc Qs Qd Ks Kh Kc 2h 2d 2c", "3s 3d 3c 4h 5s 5h 7s 7h 7d 7c 8s 8d 8c 9h Ts Th Td Js Qh Ks Kd Kd Kc As Ad Ac X", "4d 4c 4c 5d 5c 6s 6h 6h 7s 8h 8d 8c 9s 9s 9h 9d 9d Jh Jd Qc Kh Ah Ad 2s 2h x X"], "phase": "tribute", "follows": true}','{"levels": ["5", "5"], "tries": [0, 0], "scores": [0, 0, 0, 0], "places": [2, 3, 1, 0], "round": 4}','[[3, null], [4, null], [5, null], [null, "easy"]]','over',1760000144.0,1760000178.0,'{"levels": ["5", "8"], "tries": [0, 0], "scores": [-3, 3, -3, 3], "places": [3, 1, 0, 2], "round": 5}','{"points": [-3, 3, -3, 3], "won": [1, 3], "void": false, "places": [3, 2, 4, 1], "roles": ["declarer", "defender", "declarer", "defender"], "winner": null, "feats": [{"bombs": 2, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -3}, {"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 1, "steps": 3}, {"bombs": 0, "straight_flushes": 0, "joker_bombs": 0, "first_places": 0, "double_wins": 0, "steps": -3}, {"bombs": 1, "straight_flushes": 0, "joker_bombs": 0, "first_places": 1, "double_wins": 1, "steps": 3}]}');
INSERT INTO "rounds" VALUES(3,6,1,'{"hands": ["3h 3h 3c 3c 4s 4h 4c 5s 5c 6h 6c 7h 8d 8c 9s Ts Ts Jh Jc Jc Qs Qs As Ad 2h 2h X", "3d 4h 4d 4d 5c 6s 6h 6d 7h 7c 8h 8d 8c 9c Th Td Js Qh Qh Qd Ks Kh Kd Ac Ac 2c x", "3s 5h 5d 6d 6c 7s 7d 7c 8s 8h 9h 9h 9d 9d 9c Td Js Jh Jd Qc Ks Kh Kd Kc Kc Ah Ad", "3s 3d 4s 4c 5s 5h 5d 6s 7s 7d 8s 9s Th Tc Tc Jd Qd Qc As Ah 2s 2s 2d 2d 2c x X"], "phase": "tribute", "follows": true}','{"levels": ["5", "8"], "tries": [0, 0], "scores": [-3, 3, -3, 3], "places": [3, 1, 0, 2], "round": 5}','[[3, null], [4, null], [5, null], [null, "easy"]]','open',1760000178.0,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(4,1,1,'{"hands": ["3s 3h 4s 4d 5s 5s 5s 5h 5h 5d 5d 5d 6s 7s 7d 9s 9d 9d Ts Tc Tc Jd Jd Jc Qh Qc Ks Kh Kd Kd Ah Ac 2h 2d 2d X", "3d 4s 4d 4c 5c 6h 6h 6d 6c 6c 7h 7h 7d 7d 8h 8h 8d 8d 9s 9h 9d Th Td Qh Qc Qc Kh Kh Kh As Ah Ac 2s 2c x x", "3h 3c 4s 4s 4h 4h 4d 5h 5h 6s 6d 7s 7s 7h 7h 7d 7c 7c 9d 9c Ts Ts Ts Th Th Js Js Jh Jc Jc Qs Qh Qd 2h 2c x", "3s 3s 3s 4h 4c 4c 5c 6s 6h 6d 6c 6c 7s 8s 8h 9s 9h 9c Td Tc Js Jh Jd Jd Qs Qc Ks Kd Kc As As Ad 2s 2h 2d X", "3h 3d 3c 3c 4d 5c 6s 7c 8s 8h 8d 8c 8c 8c 9h 9c 9c Th Td Tc Jh Qh Qd Qd Ks Ks Kd Ah Ad Ac 2s 2s 2c x X X", "3h 3d 3d 3c 4h 4c 5s 5d 5c 6h 6d 7c 8s 8s 8d 8c 9s 9h Td Js Jh Jc Qs Qs Qd Kc Kc Kc As Ah Ad Ad Ac 2h 2d 2c"], "phase": "tribute", "leader": 2}','{}','[[5, null], [6, null], [7, null], [2, null], [null, "easy"], [null, "easy"]]','open',1760000178.0,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(5,1,1,'{"hands": ["3s 3c 4h 4c 5s 5h 5d 5c 6s 6h 6d 6c 7s 7h 7h 8s 8h 9c 9c Td Td Qh Qd Qc Ks As Ah Ad Ac Ac Ac 2d 2d 2c x X", "3h 3d 4d 5s 5s 6s 6s 7d 7d 7c 8d 8c 9h 9d 9d 9d 9c Ts Tc Jd Jc Qs Qh Qc Ks Kh Kc As As Ac 2s 2s 2c x X X", "3s 3h 3d 4c 5s 5d 5d 5c 5c 6s 8s 8h 8d 8d 9s 9h 9c Th Js Jd Jc Jc Qs Qs Qd Qd Qc Kh Kc Ah Ad Ad 2h 2d 2c X", "3s 4s 4s 4s 4c 5h 6h 6c 7s 7d 7c 8s 8c 9s 9h Ts Th Td Tc Js Js Jh Jc Ks Ks Kh Kh Kd Kd As 2h 2h 2h 2c x x", "3s 3h 3d 3d 3c 4h 4h 4d 4d 5h 5d 6h 6d 6c 7h 7h 7d 7c 8s 8h 8d 8c 8c 9s 9d Th Th Tc Jh Qh Qh Qd Qc Kd Ah 2s", "3h 3c 3c 4s 4h 4d 4c 5h 5c 6h 6d 6d 6c 7s 7s 7c 8h 9s 9h Ts Ts Td Tc Js Jh Jh Jd Jd Qs Kd Kc Kc Ah Ad 2s 2d"], "phase": "tribute", "leader": 2}','{}','[[6, null], [5, null], [7, null], [null, "easy"], [null, "easy"], [null, "easy"]]','open',1760000178.0,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(6,1,1,'{"hands": ["3d 4s 4h 4d 5c 9s 9d Ts Th Tc Jh Qd 2d", "5d 8h 8d 8c 9h Jd Jc Qh Kc Ah Ad Ac 2s", "3h 5h 6s 6d 6c 7h 7d 8s 9c Js Qs Qc Ks", "3s 3c 4c 5s 6h 7s 7c Td Kh Kd As 2h 2c"], "phase": "expose"}','{}','[[4, null], [8, null], [3, null], [null, "easy"]]','open',1760000228.0,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(7,1,1,'{"hands": ["5d 6s 7h 7c 9h Th Jd Qc Ks Kh As 2h 2c", "3s 3h 4h 4d 5c 6d 7s 9c Td Qs Kd Kc 2s", "4c 5h 6h 8s 8h 8d 8c 9d Tc Js Jh Qd Ad", "3d 3c 4s 5s 6c 7d 9s Ts Jc Qh Ah Ac 2d"], "phase": "expose"}','{}','[[8, null], [4, null], [null, "easy"], [null, "easy"]]','open',1760000228.0,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(8,1,1,'{"hands": ["3d 4s 4h 4d 4c 5s 5s 5d 6s 6h 6d 7s 7h 7h 7d 7c 7c 8s 8h 9s 9s 9h 9h Td Tc Jd Jd Qs Qd Kh Kd As 2s 2d x x", "3s 3h 4s 4h 4d 4c 5s 5h 6s 6c 7s 7s 8s 8h 9d 9c Js Js Jh Jc Qs Qd Qc Ks Ks Kh Kc As As Ah Ad Ac Ac 2h 2h 2d", "3h 3d 3c 4h 5s 5d 5c 6h 6h 7h 8h 8d 8d 8c 9s 9d 9c Ts Ts Th Th Tc Tc Jh Jd Jc Qh Qc Ks Ks Kd Ah 2d 2c X X", "3s 3s 3h 3d 4c 5h 6s 6d 6c 6c 7h 7d 7d 8s 8h 9s 9d Ts Tc Js Jh Qs Qc Kc Kc As Ah Ad Ad Ac 2s 2s 2s 2h 2c x", "3c 3c 4s 4s 4c 5h 5h 5d 5c 5c 6d 6d 6c 7s 7c 8d 8c 9h 9d 9c 9c Th Th Td Td Jc Qs Qh Qh Qd Qc Kh Kd Kc Ah 2c", "3s 3h 3d 3c 4h 4d 4d 5d 5c 6s 6h 7d 7c 8s 8d 8c 8c 9h Ts Td Js Jh Jd Jc Qh Qd Kh Kd Ad Ac 2h 2d 2c x X X"], "leader": 2}','{}','[[7, null], [6, null], [8, null], [null, "easy"], [null, "easy"], [null, "easy"]]','open',1760000250.0,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(9,1,1,'{"hands": ["4s 5c 8d 8c Jh", "5s Qh As Ac 2s", "4c Td Tc Ks 2h", "3s 4h Qd Ad x", "3d 6s 6h 7h Th Kc"], "stock": "8s 4d 6d 6c Kh Qs 7s 7c 3c 2c 2d Ah Qc X 9c 3h Jd 9s 8h 5d 5h Kd 7d 9d Ts 9h Jc Js", "banker": 4}','{}','[[8, null], [2, null], [6, null], [null, "easy"], [null, "easy"]]','over',1760000278.0,1760000318.0,'{"scores": [-1, 16, -1, -10, -4], "deals": 1, "banker": 1}','{"points": [-1, 16, -1, -10, -4], "won": [1], "void": false, "places": [], "roles": ["", "", "", "", "banker"], "winner": null, "feats": [{"bombs": 0, "rockets": 0, "first_out": 0, "unplayed": 0}, {"bombs": 0, "rockets": 0, "first_out": 1, "unplayed": 0}, {"bombs": 0, "rockets": 0, "first_out": 0, "unplayed": 0}, {"bombs": 0, "rockets": 0, "first_out": 0, "unplayed": 1}, {"bombs": 0, "rockets": 0, "first_out": 0, "unplayed": 0}]}');
INSERT INTO "rounds" VALUES(9,2,1,'{"hands": ["4s Td Qh Ks 2d", "5c 8d Js As Ah X", "6h 7d 9s Jd Kc", "4h 7c 8c Ts Ac", "3h 5s Tc Qs Kh"], "stock": "7h 6s Th Qd 5d 3c 6d 9h 9c 9d 3s Kd Ad 3d 5h Qc x 2s 2c 7s 4d 2h Jc 8s Jh 6c 8h 4c", "banker": 1, "follows": true}','{"scores": [-1, 16, -1, -10, -4], "deals": 1, "banker": 1}','[[8, null], [2, null], [6, null], [null, "easy"], [null, "easy"]]','open',1760000318.0,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(10,1,1,'{"hands": ["5s 5h 5d 6d 7h 7d 7c 8s 9h 9c Th Tc Jh Jd Ks Kd X", "3h 4h 4d 6s 6c 7s 8h 8d 9s Td Qs Qh Qc Kc As 2s 2d", "3s 3d 4s 4c 5c 6h 8c 9d Js Jc Qd Ah Ad Ac 2h 2c x"], "stock": "Kh Ts 3c", "phase": "bid", "leader": 2}','{}','[[4, null], [3, null], [2, null]]','open',1760000322.0,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(11,1,1,'{"hands": ["3s 4h 4d 6s 6c 7h 9s 9c Qs Qd Kd As Ac", "3d 4c 5c 6h 9h Th Tc Js Jh Jd Jc Kc 2d", "3c 5s 6d 7c 8s 8h 9d Ts Td Qc Ks 2s 2h", "3h 4s 5h 5d 7s 7d 8d 8c Qh Kh Ah Ad 2c"], "phase": "expose"}','{}','[[7, null], [5, null], [null, "easy"], [null, "easy"]]','open',1760000322.0,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(12,1,1,'{"hands": ["3d 4s 5h 6s 7h 8c Th Td Tc Js Jh Kh Kd Ad 2s 2d 2c", "3s 3c 4c 5s 5d 6h 6c 7s 7c 9s 9h 9c Qd Ks Ah 2h X", "3h 4h 4d 5c 6d 7d 8s 8h 8d Ts Jc Qs Qh Kc As Ac x"], "stock": "9d Jd Qc", "phase": "bid", "leader": 2}','{}','[[5, null], [6, null], [7, null]]','over',1760000326.0,1760000326.0,'{"scores": [-6, 12, -6], "deals": 1, "out": 1}','{"points": [-6, 12, -6], "won": [1], "void": false, "places": [], "roles": ["peasant", "landlord", "peasant"], "winner": null, "feats": [{"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}, {"bombs": 1, "rockets": 0, "springs": 0, "first_out": 1}, {"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}]}');
CREATE TABLE seats (
	"table" INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user INTEGER, 
	ai TEXT, 
	joined_at DOUBLE NOT NULL, 
	away BOOLEAN NOT NULL, 
	ready BOOLEAN NOT NULL, 
	timeouts INTEGER NOT NULL, 
	remaining DOUBLE, 
	reminded BOOLEAN NOT NULL, 
	autopass TEXT NOT NULL, 
	message TEXT, 
	platform TEXT NOT NULL, 
	external TEXT NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY ("table", seat), 
	CONSTRAINT ck_seats_user_or_ai CHECK (("user" IS NULL) != (ai IS NULL)), 
	CONSTRAINT fk_seats_table_tables FOREIGN KEY("table") REFERENCES tables (id), 
	CONSTRAINT fk_seats_user_users FOREIGN KEY(user) REFERENCES users (id)
)
 WITHOUT ROWID

;
INSERT INTO "seats" VALUES(1,0,2,NULL,1760000000.0,0,0,0,NULL,0,'','p6','telegram','ann');
INSERT INTO "seats" VALUES(1,1,3,NULL,1760000000.0,0,0,0,NULL,0,'','p7','telegram','bob');
INSERT INTO "seats" VALUES(1,2,4,NULL,1760000000.0,0,0,0,NULL,0,'','p8','telegram','cat');
INSERT INTO "seats" VALUES(2,0,2,NULL,1760000000.0,0,0,0,NULL,0,'','p23','telegram','ann');
INSERT INTO "seats" VALUES(2,1,3,NULL,1760000000.0,0,0,0,NULL,0,'','p24','telegram','bob');
INSERT INTO "seats" VALUES(2,2,NULL,'easy',1760000000.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(3,0,3,NULL,1760000004.0,0,0,0,NULL,0,'','p29','telegram','bob');
INSERT INTO "seats" VALUES(3,1,4,NULL,1760000004.0,0,0,0,NULL,0,'','p30','telegram','cat');
INSERT INTO "seats" VALUES(3,2,5,NULL,1760000004.0,0,0,0,NULL,0,'','p2','discord','dan');
INSERT INTO "seats" VALUES(3,3,NULL,'easy',1760000004.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(4,0,5,NULL,1760000178.0,0,0,0,NULL,0,'','p7','discord','dan');
INSERT INTO "seats" VALUES(4,1,6,NULL,1760000178.0,0,0,0,NULL,0,'','p8','discord','eve');
INSERT INTO "seats" VALUES(4,2,7,NULL,1760000178.0,0,0,0,NULL,0,'','p9','discord','fay');
INSERT INTO "seats" VALUES(4,3,2,NULL,1760000178.0,0,0,0,NULL,0,'','p101','telegram','ann');
INSERT INTO "seats" VALUES(4,4,NULL,'easy',1760000178.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(4,5,NULL,'easy',1760000178.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(5,0,6,NULL,1760000178.0,0,0,0,NULL,0,'','p15','discord','eve');
INSERT INTO "seats" VALUES(5,1,5,NULL,1760000178.0,0,0,0,NULL,0,'','p16','discord','dan');
INSERT INTO "seats" VALUES(5,2,7,NULL,1760000178.0,0,0,0,NULL,0,'','p17','discord','fay');
INSERT INTO "seats" VALUES(5,3,NULL,'easy',1760000178.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(5,4,NULL,'easy',1760000178.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(5,5,NULL,'easy',1760000178.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(6,0,4,NULL,1760000228.0,0,0,0,NULL,0,'','p106','telegram','cat');
INSERT INTO "seats" VALUES(6,1,8,NULL,1760000228.0,0,0,0,NULL,0,'','p107','telegram','gus');
INSERT INTO "seats" VALUES(6,2,3,NULL,1760000228.0,0,0,0,NULL,0,'','p108','telegram','bob');
INSERT INTO "seats" VALUES(6,3,NULL,'easy',1760000228.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(7,0,8,NULL,1760000228.0,0,0,0,NULL,0,'','p113','telegram','gus');
INSERT INTO "seats" VALUES(7,1,4,NULL,1760000228.0,0,0,0,NULL,0,'','p114','telegram','cat');
INSERT INTO "seats" VALUES(7,2,NULL,'easy',1760000228.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(7,3,NULL,'easy',1760000228.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(8,0,7,NULL,1760000250.0,0,0,0,NULL,0,'{"round": 1, "trick": 2}','p30','discord','fay');
INSERT INTO "seats" VALUES(8,1,6,NULL,1760000250.0,0,0,0,NULL,0,'','p31','discord','eve');
INSERT INTO "seats" VALUES(8,2,8,NULL,1760000250.0,0,0,0,NULL,0,'','p122','telegram','gus');
INSERT INTO "seats" VALUES(8,3,NULL,'easy',1760000250.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(8,4,NULL,'easy',1760000250.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(8,5,NULL,'easy',1760000250.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(9,0,8,NULL,1760000278.0,0,0,0,NULL,0,'','p126','telegram','gus');
INSERT INTO "seats" VALUES(9,1,2,NULL,1760000278.0,0,0,0,NULL,0,'','p127','telegram','ann');
INSERT INTO "seats" VALUES(9,2,6,NULL,1760000278.0,0,0,0,NULL,0,'','p36','discord','eve');
INSERT INTO "seats" VALUES(9,3,NULL,'easy',1760000278.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(9,4,NULL,'easy',1760000278.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(10,0,4,NULL,1760000322.0,0,0,0,NULL,0,'','p145','telegram','cat');
INSERT INTO "seats" VALUES(10,1,3,NULL,1760000322.0,0,0,0,NULL,0,'','p146','telegram','bob');
INSERT INTO "seats" VALUES(10,2,2,NULL,1760000322.0,0,0,0,NULL,0,'','p147','telegram','ann');
INSERT INTO "seats" VALUES(11,0,7,NULL,1760000322.0,0,0,0,NULL,0,'','p40','discord','fay');
INSERT INTO "seats" VALUES(11,1,5,NULL,1760000322.0,0,0,0,NULL,0,'','p41','discord','dan');
INSERT INTO "seats" VALUES(11,2,NULL,'easy',1760000322.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(11,3,NULL,'easy',1760000322.0,0,0,0,NULL,0,'',NULL,'','');
INSERT INTO "seats" VALUES(12,0,3,NULL,1760000326.0,0,0,0,NULL,0,'',NULL,'telegram','bob');
INSERT INTO "seats" VALUES(12,1,2,NULL,1760000326.0,0,0,0,NULL,0,'',NULL,'telegram','ann');
INSERT INTO "seats" VALUES(13,0,5,NULL,1760000326.0,0,0,0,NULL,0,'','p47','discord','dan');
INSERT INTO "seats" VALUES(13,1,6,NULL,1760000326.0,0,1,0,NULL,0,'','p48','discord','eve');
INSERT INTO "seats" VALUES(13,2,7,NULL,1760000326.0,0,0,0,NULL,0,'','p49','discord','fay');
CREATE TABLE tables (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	chat INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	options TEXT NOT NULL, 
	preset TEXT NOT NULL, 
	players INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	host INTEGER, 
	clock INTEGER NOT NULL, 
	"match" INTEGER, 
	round INTEGER NOT NULL, 
	parked BOOLEAN NOT NULL, 
	message TEXT, 
	message_at DOUBLE, 
	seed TEXT NOT NULL, 
	extra TEXT NOT NULL, 
	created_at DOUBLE NOT NULL, 
	touched_at DOUBLE NOT NULL, 
	CONSTRAINT fk_tables_chat_chats FOREIGN KEY(chat) REFERENCES chats (id), 
	CONSTRAINT fk_tables_host_users FOREIGN KEY(host) REFERENCES users (id), 
	CONSTRAINT fk_tables_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "tables" VALUES(1,1,'doudizhu','{"first_bidder": "random", "bidding": "once", "all_pass": "redeal", "scoring": "stake", "share": "equal", "spring": 2, "joker_kickers": "one", "equal_kickers": true, "shuttles": true, "deals": 2, "target": 0}','standard',3,'over',2,0,1,2,0,'t19',1760000000.0,'','{"tally": [[2, 0], [3, 9], [4, -9]], "cast": [[0, 2, "telegram", "ann"], [1, 3, "telegram", "bob"], [2, 4, "telegram", "cat"]]}',1760000000.0,1760000000.0);
INSERT INTO "tables" VALUES(2,1,'doudizhu','{"first_bidder": "random", "bidding": "once", "all_pass": "redeal", "scoring": "stake", "share": "equal", "spring": 2, "joker_kickers": "one", "equal_kickers": true, "shuttles": true, "deals": 12, "target": 0}','standard',3,'playing',2,0,2,1,0,'t25',1760000000.0,'','{"cast": [[0, 2, "telegram", "ann"], [1, 3, "telegram", "bob"]]}',1760000000.0,1760000000.0);
INSERT INTO "tables" VALUES(3,1,'guandan','{"start_level": "2", "rounds": 0, "a_tries": 3, "a_win": "not_last", "match_point": "own", "stops": "", "play_out": false, "wind": "partner", "tribute": true, "return_max": "T", "tie_to_first": "third", "flush_over": 5, "joker_full_house": true, "wild_with_jokers": false}','standard',4,'playing',3,0,3,6,0,'t99',1760000178.0,'','{"invite": "5K6E7E7P", "tally": [[3, -3], [4, 3], [5, -3]], "cast": [[0, 3, "telegram", "bob"], [1, 4, "telegram", "cat"], [2, 5, "discord", "dan"]]}',1760000004.0,1760000124.0);
INSERT INTO "tables" VALUES(4,2,'gouji','{"joker_gouji": "any", "two_gouji": "threshold", "open_with_twos": false, "joker_compare": "cover", "joker_base": "needed", "two_big_kill_one": "off", "natural_open": true, "open_fours": "nullify", "burn": true, "burn_window": "after", "burn_when": "any", "burn_needs_play": false, "counter_burn": false, "revolution": true, "two_revolts": "redeal", "revolt_try": false, "revolter_third": false, "point_challenge": true, "counter_challenge": true, "challenge_both": 4, "point_tie": "waive", "buy_fours": false, "tribute": true, "decline_tribute": false, "drop_within_team": true, "stifled": "beaten", "lead_next": "head", "scoring": "standard", "match_end": "score", "target_score": 20, "match_rounds": 8, "sweep_target": 3}','standard',6,'playing',5,0,4,1,0,'t10',1760000178.0,'','{"invite": "4Z4Z7PZR", "cast": [[0, 5, "discord", "dan"], [1, 6, "discord", "eve"], [2, 7, "discord", "fay"], [3, 2, "telegram", "ann"]]}',1760000178.0,1760000178.0);
INSERT INTO "tables" VALUES(5,2,'gouji','{"joker_gouji": "any", "two_gouji": "threshold", "open_with_twos": false, "joker_compare": "cover", "joker_base": "needed", "two_big_kill_one": "off", "natural_open": true, "open_fours": "nullify", "burn": true, "burn_window": "after", "burn_when": "any", "burn_needs_play": false, "counter_burn": false, "revolution": true, "two_revolts": "redeal", "revolt_try": false, "revolter_third": false, "point_challenge": true, "counter_challenge": true, "challenge_both": 4, "point_tie": "waive", "buy_fours": false, "tribute": true, "decline_tribute": false, "drop_within_team": true, "stifled": "beaten", "lead_next": "head", "scoring": "standard", "match_end": "score", "target_score": 20, "match_rounds": 8, "sweep_target": 3}','standard',6,'playing',6,0,5,1,0,'t26',1.76000022416787385939e+09,'','{"cast": [[0, 6, "discord", "eve"], [1, 5, "discord", "dan"], [2, 7, "discord", "fay"]]}',1760000178.0,1760000178.0);
INSERT INTO "tables" VALUES(6,1,'gongzhu','{"expose_rounds": 1, "plus_1000": "off", "diamond_queen": false, "all_cards_win": false, "teams": false, "swap_jack_queen": false}','standard',4,'playing',4,0,6,1,0,'t109',1760000228.0,'','{"cast": [[0, 4, "telegram", "cat"], [1, 8, "telegram", "gus"], [2, 3, "telegram", "bob"]]}',1760000228.0,1760000228.0);
INSERT INTO "tables" VALUES(7,1,'gongzhu','{"expose_rounds": 1, "plus_1000": "off", "diamond_queen": false, "all_cards_win": false, "teams": false, "swap_jack_queen": false}','standard',4,'playing',8,0,7,1,0,'t120',1760000246.0,'','{"cast": [[0, 8, "telegram", "gus"], [1, 4, "telegram", "cat"]]}',1760000228.0,1760000228.0);
INSERT INTO "tables" VALUES(8,2,'liujiatong','{"first_lead": "random", "leftover": "none", "target": 0}','standard',6,'playing',7,0,8,1,0,'t34',1760000278.0,'','{"invite": "Y7S5YDLU", "cast": [[0, 7, "discord", "fay"], [1, 6, "discord", "eve"], [2, 8, "telegram", "gus"]]}',1760000250.0,1760000250.0);
INSERT INTO "tables" VALUES(9,1,'gandengyan','{"packs": 1, "draw": "winner", "trio": "bomb", "rocket": "top", "bomb_factor": "double", "unplayed": "double", "leftover": [], "alarm_free": false, "cap": 0, "deals": 10, "target": 0}','standard',5,'playing',8,0,9,2,0,'t140',1760000322.0,'','{"invite": "B2TGUSYC", "tally": [[2, 16], [6, -1], [8, -1]], "cast": [[0, 8, "telegram", "gus"], [1, 2, "telegram", "ann"], [2, 6, "discord", "eve"]]}',1760000278.0,1760000278.0);
INSERT INTO "tables" VALUES(10,1,'doudizhu','{"first_bidder": "random", "bidding": "once", "all_pass": "redeal", "scoring": "stake", "share": "equal", "spring": 2, "joker_kickers": "one", "equal_kickers": true, "shuttles": true, "deals": 6, "target": 0}','standard',3,'playing',4,0,10,1,0,'t148',1760000322.0,'','{"cast": [[0, 4, "telegram", "cat"], [1, 3, "telegram", "bob"], [2, 2, "telegram", "ann"]]}',1760000322.0,1760000322.0);
INSERT INTO "tables" VALUES(11,3,'gongzhu','{"expose_rounds": 1, "plus_1000": "off", "diamond_queen": false, "all_cards_win": false, "teams": false, "swap_jack_queen": false}','standard',4,'playing',7,0,11,1,1,'t42',1760000322.0,'','{"cast": [[0, 7, "discord", "fay"], [1, 5, "discord", "dan"]]}',1760000322.0,1760000322.0);
INSERT INTO "tables" VALUES(12,1,'guandan','{"start_level": "2", "rounds": 0, "a_tries": 3, "a_win": "not_last", "match_point": "own", "stops": "", "play_out": false, "wind": "partner", "tribute": true, "return_max": "T", "tie_to_first": "third", "flush_over": 5, "joker_full_house": true, "wild_with_jokers": false}','standard',4,'lobby',3,60,NULL,0,0,'t152',1760000326.0,'','{}',1760000326.0,1760000326.0);
INSERT INTO "tables" VALUES(13,2,'doudizhu','{"first_bidder": "random", "bidding": "once", "all_pass": "redeal", "scoring": "stake", "share": "equal", "spring": 2, "joker_kickers": "one", "equal_kickers": true, "shuttles": true, "deals": 5, "target": 0}','standard',3,'between',5,0,12,1,0,'t54',1760000326.0,'','{"tally": [[5, -6], [6, 12], [7, -6]], "cast": [[0, 5, "discord", "dan"], [1, 6, "discord", "eve"], [2, 7, "discord", "fay"]]}',1760000326.0,1760000326.0);
CREATE TABLE updates (
	platform TEXT NOT NULL, 
	"update" TEXT NOT NULL, 
	effect TEXT NOT NULL, 
	at DOUBLE NOT NULL, 
	CONSTRAINT pk_updates PRIMARY KEY (platform, "update")
)
 WITHOUT ROWID

;
INSERT INTO "updates" VALUES('discord','u524','{"ok": true, "code": "passed"}',1760000298.0);
INSERT INTO "updates" VALUES('discord','u527','{"ok": true, "code": "passed"}',1760000300.0);
INSERT INTO "updates" VALUES('discord','u530','{"ok": true, "code": "passed"}',1760000302.0);
INSERT INTO "updates" VALUES('discord','u533','{"ok": true, "code": "played"}',1760000306.0);
INSERT INTO "updates" VALUES('discord','u536','{"ok": true, "code": "played"}',1760000310.0);
INSERT INTO "updates" VALUES('discord','u539','{"ok": true, "code": "passed"}',1760000312.0);
INSERT INTO "updates" VALUES('discord','u545','{"ok": true, "code": "passed"}',1760000318.0);
INSERT INTO "updates" VALUES('discord','u552','{"ok": true, "code": "table_opened"}',1760000322.0);
INSERT INTO "updates" VALUES('discord','u553','{"ok": true, "code": "joined"}',1760000322.0);
INSERT INTO "updates" VALUES('discord','u554','{"ok": true, "code": "ai_seated"}',1760000322.0);
INSERT INTO "updates" VALUES('discord','u555','{"ok": true, "code": "dealt"}',1760000322.0);
INSERT INTO "updates" VALUES('discord','u556','{"ok": true, "code": "did_alone"}',1760000322.0);
INSERT INTO "updates" VALUES('discord','u557','{"ok": true, "code": "did_alone"}',1760000322.0);
INSERT INTO "updates" VALUES('discord','u561','{"ok": true, "code": "table_opened"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u562','{"ok": true, "code": "joined"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u563','{"ok": true, "code": "joined"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u564','{"ok": true, "code": "dealt"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u565','{"ok": true, "code": "bid"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u566','{"ok": true, "code": "bid"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u567','{"ok": true, "code": "bid"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u568','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u569','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u570','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u571','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u572','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u573','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u574','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u575','{"ok": true, "code": "passed"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u576','{"ok": true, "code": "passed"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u577','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u578','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u579','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u580','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u581','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u582','{"ok": true, "code": "passed"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u583','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u584','{"ok": true, "code": "passed"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u585','{"ok": true, "code": "passed"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u586','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u587','{"ok": true, "code": "passed"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u588','{"ok": true, "code": "passed"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u589','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u590','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u591','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u592','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u593','{"ok": true, "code": "passed"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u594','{"ok": true, "code": "passed"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u595','{"ok": true, "code": "played"}',1760000326.0);
INSERT INTO "updates" VALUES('discord','u596','{"ok": true, "code": "ready_noted"}',1760000326.0);
INSERT INTO "updates" VALUES('telegram','u522','{"ok": true, "code": "passed"}',1760000298.0);
INSERT INTO "updates" VALUES('telegram','u523','{"ok": true, "code": "played"}',1760000298.0);
INSERT INTO "updates" VALUES('telegram','u525','{"ok": true, "code": "passed"}',1760000300.0);
INSERT INTO "updates" VALUES('telegram','u526','{"ok": true, "code": "played"}',1760000300.0);
INSERT INTO "updates" VALUES('telegram','u528','{"ok": true, "code": "passed"}',1760000302.0);
INSERT INTO "updates" VALUES('telegram','u529','{"ok": true, "code": "played"}',1760000302.0);
INSERT INTO "updates" VALUES('telegram','u531','{"ok": true, "code": "passed"}',1760000306.0);
INSERT INTO "updates" VALUES('telegram','u532','{"ok": true, "code": "played"}',1760000306.0);
INSERT INTO "updates" VALUES('telegram','u534','{"ok": true, "code": "passed"}',1760000310.0);
INSERT INTO "updates" VALUES('telegram','u535','{"ok": true, "code": "passed"}',1760000310.0);
INSERT INTO "updates" VALUES('telegram','u537','{"ok": true, "code": "played"}',1760000312.0);
INSERT INTO "updates" VALUES('telegram','u538','{"ok": true, "code": "passed"}',1760000312.0);
INSERT INTO "updates" VALUES('telegram','u540','{"ok": true, "code": "played"}',1760000314.0);
INSERT INTO "updates" VALUES('telegram','u541','{"ok": true, "code": "played"}',1760000318.0);
INSERT INTO "updates" VALUES('telegram','u542','{"ok": true, "code": "played"}',1760000318.0);
INSERT INTO "updates" VALUES('telegram','u543','{"ok": true, "code": "dealt"}',1760000318.0);
INSERT INTO "updates" VALUES('telegram','u544','{"ok": true, "code": "played"}',1760000318.0);
INSERT INTO "updates" VALUES('telegram','u546','{"ok": true, "code": "passed"}',1760000322.0);
INSERT INTO "updates" VALUES('telegram','u547','{"ok": true, "code": "table_opened"}',1760000322.0);
INSERT INTO "updates" VALUES('telegram','u548','{"ok": true, "code": "joined"}',1760000322.0);
INSERT INTO "updates" VALUES('telegram','u549','{"ok": true, "code": "joined"}',1760000322.0);
INSERT INTO "updates" VALUES('telegram','u550','{"ok": true, "code": "dealt"}',1760000322.0);
INSERT INTO "updates" VALUES('telegram','u551','{"ok": true, "code": "vote_started"}',1760000322.0);
INSERT INTO "updates" VALUES('telegram','u558','{"ok": true, "code": "table_opened"}',1760000326.0);
INSERT INTO "updates" VALUES('telegram','u559','{"ok": true, "code": "joined"}',1760000326.0);
INSERT INTO "updates" VALUES('telegram','u560','{"ok": true, "code": "luck_added"}',1760000326.0);
CREATE TABLE users (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name TEXT NOT NULL, 
	language TEXT, 
	prefs TEXT NOT NULL
, listed BOOLEAN DEFAULT 0 NOT NULL);
INSERT INTO "users" VALUES(1,'',NULL,'{}',0);
INSERT INTO "users" VALUES(2,'Ann','zh','{}',0);
INSERT INTO "users" VALUES(3,'Bob',NULL,'{"reminders": "off"}',0);
INSERT INTO "users" VALUES(4,'Cat',NULL,'{}',0);
INSERT INTO "users" VALUES(5,'Dan',NULL,'{}',0);
INSERT INTO "users" VALUES(6,'Eve',NULL,'{}',0);
INSERT INTO "users" VALUES(7,'Fay',NULL,'{}',0);
INSERT INTO "users" VALUES(8,'Gus',NULL,'{}',0);
CREATE TABLE votes (
	"table" INTEGER NOT NULL, 
	motion TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	CONSTRAINT pk_votes PRIMARY KEY ("table", motion, seat), 
	CONSTRAINT fk_votes_table_tables FOREIGN KEY("table") REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "votes" VALUES(10,'end',2,1760000382.0);
CREATE INDEX ix_identities_user ON identities (user);
CREATE INDEX ix_tables_chat ON tables (chat);
CREATE INDEX ix_matches_chat_started_at ON matches (chat, started_at);
CREATE INDEX ix_matches_started_at ON matches (started_at);
CREATE INDEX ix_matches_table ON matches ("table");
CREATE INDEX ix_seats_user ON seats (user);
CREATE INDEX ix_results_chat_game ON results (chat, game);
CREATE INDEX ix_results_game ON results (game);
CREATE INDEX ix_results_of_user ON results (user, at, chat, game, role, place, won, points, side, feats);
CREATE INDEX ix_ratings_scope_game_board_season ON ratings (scope, game, board, season);
CREATE INDEX ix_luck_user ON luck (user);
CREATE INDEX ix_links_digest ON links (digest);
CREATE INDEX ix_chats_platform_group ON chats (platform, "group");
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('endings',9);
INSERT INTO "sqlite_sequence" VALUES('users',8);
INSERT INTO "sqlite_sequence" VALUES('chats',3);
INSERT INTO "sqlite_sequence" VALUES('tables',13);
INSERT INTO "sqlite_sequence" VALUES('matches',12);
COMMIT;
