package main

import (
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics counts what the server does, for Prometheus.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	pages    atomic.Int64
	fast     atomic.Int64
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "perimeter_api_seconds",
			Help:    "How long requests to the API took.",
			Buckets: []float64{.001, .005, .025, .1, .5, 2.5, 10},
		}, []string{"route", "status"}),
	}
	m.registry.MustRegister(
		m.requests,
		// One counter, because counting by page would cost more than serving one.
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "perimeter_pages_total",
			Help: "Requests for pages and their assets.",
		}, func() float64 { return float64(m.pages.Load()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "perimeter_fast_pages_total",
			Help: "Requests for pages and their assets that the fast path answered.",
		}, func() float64 { return float64(m.fast.Load()) }),
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

// countStale adds the number of pages and public lists that were served out of date.
func (m *metrics) countStale(stale func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "perimeter_stale_pages_total",
		Help: "Pages and public lists that may have been out of date because the database did not answer.",
	}, func() float64 { return float64(stale()) }))
}

// showCertificates adds how long each certificate is still valid.
func (m *metrics) showCertificates(names []string, validFor func(name string) time.Duration) {
	for _, name := range names {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name:        "perimeter_certificate_valid_seconds",
			Help:        "How long the certificate of a host name is still valid; 0 if there is none.",
			ConstLabels: prometheus.Labels{"name": name},
		}, func() float64 { return validFor(name).Seconds() }))
	}
}

func (m *metrics) observeRequest(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) countPages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.pages.Add(1)
		next.ServeHTTP(w, r)
	})
}

func (m *metrics) countFastPage() {
	m.pages.Add(1)
	m.fast.Add(1)
}

// serve answers on the listener until stop. addHeaders adds the security headers.
func (m *metrics) serve(listener net.Listener, addHeaders func(http.Handler) http.Handler, logger *slog.Logger) (stop func()) {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	metricsServer := &http.Server{Handler: addHeaders(mux), ReadHeaderTimeout: headerTimeout}
	go func() { _ = metricsServer.Serve(listener) }()
	logger.Info("metrics are on", "address", listener.Addr().String())
	return func() { _ = metricsServer.Close() }
}
