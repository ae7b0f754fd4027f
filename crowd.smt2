; Proof of safety. Every check-sat below must be answered unsat.
; Instances: any number of processes, at least one.
; Memory: sequentially consistent.
; unsafe 1: Go = True && N < 0 is never reached
; The proof: no state in one of these cubes is initial, every unsafe state is in one of them, and only states in
; them step into them.
; The proof also counts. These sums over all processes never change, and contradict the excluded cubes:
; sum 1: N + -1 #{p: P[p] = B} = 0
; Excluded cubes: 1, each with an obligation of its own.
; Obligations: 0 of initiation, 1 of safety and consecution.
; Left out: 0 instances of transitions that assign no cell of the cube in question. Such a step leads
; into the cube only from a state in the cube.
; Scope: SC, any number of threads, property unsafe[1], model cd090d622181e86d.
; The proof as data, from which the rest can be made again:
;! {"schema": "fencepost-cubes-certificate/1",
;! "scope": {"memory":"sc","buffers":null,"per":"queue","threads":"any","about":"states","property":"unsafe[1]","model":"cd090d622181e86dad07171c41584e8631e1a2644b83e43d59050e7fc90ad4b9","bridge":null},
;! "cubes": [
;! ],
;! "sums": [
;! {"counters":[["1","N"]],"places":["P"],"weights":[["-1",1]],"constant":"0"}
;! ],
;! "excluded": [
;! {"sum":0,"parameters":[],"formula":{"and":[{"compare":[{"sum":[["1",{"cell":"N","of":[]}]],"plus":"0","sort":"int"},"<=",{"sum":[],"plus":"-1","sort":"int"}]}]}}
;! ]}
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-datatypes ((type.t 0)) (((t.A) (t.B))))
(declare-datatypes ((type.bool 0)) (((bool.False) (bool.True))))
(declare-sort type.proc 0)
(push 1)
(echo "sums in initial states")
(declare-const z1 type.proc)
(declare-const |P[z1]| type.t)
(declare-const N Int)
(declare-const Go type.bool)
(assert (and (= t.A |P[z1]|) (= 0 N) (= Go bool.False)))
(push 1)
(echo "sum 1 at first")
(assert (not (and (= (* 1 N) 0) (= (ite (= |P[z1]| t.B) (- 1) 0) 0))))
(check-sat)
(pop 1)
(pop 1)
(push 1)
(echo "sums in steps, 2 named")
(declare-const z1 type.proc)
(declare-const z2 type.proc)
(assert (distinct z1 z2))
(declare-const |P[z1]| type.t)
(declare-const |P[z2]| type.t)
(declare-const N Int)
(declare-const Go type.bool)
(assert (not (<= N (- 1))))
(push 1)
(echo "sum 1 by add(z1)")
(assert (= t.A |P[z1]|))
(define-fun |N'| () Int (+ N 1))
(define-fun |P[z1]'| () type.t t.B)
(assert (not (and (= (+ (* 1 |N'|) (ite (= |P[z1]'| t.B) (- 1) 0)) (+ (* 1 N) (ite (= |P[z1]| t.B) (- 1) 0))) (= (ite (= |P[z2]| t.B) (- 1) 0) (ite (= |P[z2]| t.B) (- 1) 0)))))
(check-sat)
(pop 1)
(push 1)
(echo "sum 1 by go(z1)")
(assert (= t.B |P[z1]|))
(define-fun |N'| () Int (+ N (- 1)))
(define-fun |P[z1]'| () type.t t.A)
(assert (not (and (= (+ (* 1 |N'|) (ite (= |P[z1]'| t.B) (- 1) 0)) (+ (* 1 N) (ite (= |P[z1]| t.B) (- 1) 0))) (= (ite (= |P[z2]| t.B) (- 1) 0) (ite (= |P[z2]| t.B) (- 1) 0)))))
(check-sat)
(pop 1)
(pop 1)
(push 1)
(echo "an excluded cube")
(declare-const |z!n1| type.proc)
(declare-const |z!n2| type.proc)
(declare-const |z!n1 exists| Bool)
(declare-const |z!n2 exists| Bool)
(assert (distinct |z!n1| |z!n2|))
(declare-const |P[z!n1]| type.t)
(declare-const |P[z!n2]| type.t)
(declare-const N Int)
(declare-const Go type.bool)
(declare-const rest Int)
(push 1)
(echo "excluded by sum 1: 0 named")
(assert (= (+ (* 1 N) rest) 0))
(assert (or (>= rest 0) (and (and |z!n1 exists| (< (ite (= |P[z!n1]| t.B) (- 1) 0) 0)) (or (>= rest (ite (= |P[z!n1]| t.B) (- 1) 0)) (and |z!n2 exists| (< (ite (= |P[z!n2]| t.B) (- 1) 0) 0))))))
(assert (<= rest 0))
(assert (<= N (- 1)))
(check-sat)
(pop 1)
(pop 1)
(push 1)
(echo "states outside of all cubes, 1 process")
(declare-const z1 type.proc)
(declare-const |P[z1]| type.t)
(declare-const N Int)
(declare-const Go type.bool)
(assert (not (<= N (- 1))))
(push 1)
(echo "safety: unsafe 1()")
(assert (and (= Go bool.True) (< N 0)))
(check-sat)
(pop 1)
(pop 1)
(exit)
